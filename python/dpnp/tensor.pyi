# Written by tools/write_stubs.py.
from dpctl.tensor import *
from dpctl.tensor import __all__ as __all__
