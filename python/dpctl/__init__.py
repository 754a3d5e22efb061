"""dpctl: devices, queues and USM memory."""
from opendpex import _core

__version__ = "0.20.2+opendpex." + _core.version
