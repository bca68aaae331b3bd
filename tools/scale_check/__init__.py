"""The same scene at other sizes, masses, places, directions, mirrored and from a moving frame."""
