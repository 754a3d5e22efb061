"""Calls functions when other libraries are imported, so that what we register with them costs nothing without them.

A finder in front of ``sys.meta_path`` knows the awaited names and nothing else: it asks the other finders for the
module, and lets its loader call the functions after the module's code.
"""

import importlib.abc
import importlib.util
import sys

__all__ = ["when_imported"]

_awaited = {}


class _Loader(importlib.abc.Loader):
    """The loader of a module, and then the functions."""

    def __init__(self, loader, functions):
        self.loader, self.functions = loader, functions

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader  # what the module sees of itself is as without us
        self.loader.exec_module(module)
        for function in self.functions:
            function()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds awaited modules by the other finders."""

    def find_spec(self, name, path, target=None):
        functions = _awaited.pop(name, None)
        if functions is None:
            return None
        if not _awaited:
            sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None or not hasattr(spec.loader, "exec_module"):
            return spec
        spec.loader = _Loader(spec.loader, functions)
        return spec


_finder = _Finder()


def when_imported(name: str, function) -> None:
    """Call a function after the import of a module, or now if it is imported.

    Parameters
    ----------
    name : str
        The module.
    function : callable
        Called without arguments, once; what it raises leaves the ``import`` statement.
    """
    if name in sys.modules:
        function()
        return
    _awaited.setdefault(name, []).append(function)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
