"""The commands of ``python -m opendpex``, a module each: ``add_arguments(parser)`` and ``run(args)``, the status."""
