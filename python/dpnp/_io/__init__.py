"""Input and output: files, and arrays as text."""
