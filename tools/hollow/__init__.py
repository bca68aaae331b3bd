"""Bodies inside and outside of triangle meshes, which are surfaces."""
