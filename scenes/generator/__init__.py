"""What make_scenes.py is made of."""
