"""Indexing: where elements are, index arrays, selection and assignment, iteration."""
