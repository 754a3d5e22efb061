"""Array creation: of shapes and values, from existing data, and grids."""
