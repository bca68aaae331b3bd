"""How far joints are outside of their limits, and how fast bodies are."""
