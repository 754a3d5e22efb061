"""Array manipulation: shapes, stacking and splitting, rearranging, padding."""
