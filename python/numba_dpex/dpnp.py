"""The older interface's name of dpnp: `import numba_dpex.dpnp` imports dpnp."""

import sys

import dpnp

sys.modules[__name__] = dpnp
