"""Joints that contradict each other for a while, are redundant, fast, or carry far too much."""
