"""Motions whose closed form is known, simulated for a minute with sleep on."""
