"""What the acceptance tools share: scenes, runs of the program, trajectories, tables."""
