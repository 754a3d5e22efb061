"""Linear algebra's products of matrices and vectors, and einsum; decompositions and the rest are in dpnp.linalg."""
