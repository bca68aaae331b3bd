"""Trajectories with and without sleep, compared."""
