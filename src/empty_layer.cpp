// A layer with no source file of its own yet still needs one translation unit.
