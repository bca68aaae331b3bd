"""Box3D's benchmark scenes as glTF."""
