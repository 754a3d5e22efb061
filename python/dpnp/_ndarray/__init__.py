"""The array type: its methods, the protocols of other libraries, and what it does not have."""
