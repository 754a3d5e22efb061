# Written by tools/write_stubs.py.

