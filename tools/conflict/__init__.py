"""Random scenes in which things are squeezed between what cannot give way."""
