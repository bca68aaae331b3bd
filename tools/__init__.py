"""Programs around the engine. The acceptance tools run as modules: python3 -B -m tools.NAME."""
