"""The older interface's name of dpnp: `import numba_dpex.dpnp` gives the package itself."""

import sys

import dpnp

sys.modules[__name__] = dpnp
