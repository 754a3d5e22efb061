"""Universal functions: their calls, methods and signatures, and the functions themselves."""
