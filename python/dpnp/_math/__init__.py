"""Mathematical functions that are more than one operation: rounding, differences, and compositions of operations."""
