# Written by tools/write_stubs.py.
from dpnp import *
from dpnp import __all__ as __all__
from dpnp import __version__ as __version__
