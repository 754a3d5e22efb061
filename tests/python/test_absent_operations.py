"""The list of operations that a backend may lack is exact: all on it are missing there, and others that have kernels of their own are not."""

import pytest
from absent_operations import ABSENT, absent_name, is_absent

import dpctl.tensor as dpt
import dpnp
from opendpex import _core


def _indices(x):
    return dpt.astype(x, "int64")


def _of_matrix(function):
    return lambda x: function(dpt.eye(3, device=x.device))


#: By the name in the message of what lacks it: a call with the array [0, 1, 2].
CALLS = {
    "bincount": lambda x: dpnp.bincount(_indices(x)),
    "cholesky": _of_matrix(dpt.linalg.cholesky),
    "det": _of_matrix(dpt.linalg.det),
    "eig": _of_matrix(dpnp.linalg.eig),
    "eigh": _of_matrix(dpt.linalg.eigh),
    "eigvals": _of_matrix(dpnp.linalg.eigvals),
    "eigvalsh": _of_matrix(dpt.linalg.eigvalsh),
    "fft": lambda x: dpnp.fft.fft(x),
    "histogram": lambda x: dpnp.histogram(x),
    "interpolate": lambda x: dpnp.interp(x, x, x),
    "inv": _of_matrix(dpt.linalg.inv),
    "isin": lambda x: dpt.isin(x, x),
    "lu": _of_matrix(lambda x: dpnp.scipy.linalg.lu_factor(x)),
    "qr": _of_matrix(dpt.linalg.qr),
    "segments": lambda x: _core.segments_reduce("sum", x, _indices(x)),
    "slogdet": _of_matrix(dpt.linalg.slogdet),
    "solve": lambda x: dpt.linalg.solve(dpt.eye(3, device=x.device), x),
    "svd": _of_matrix(dpt.linalg.svd),
    "svdvals": _of_matrix(dpt.linalg.svdvals),
    "unique": dpt.unique_values,
}


def test_each_absent_operation_has_a_call():
    assert CALLS.keys() >= frozenset().union(*ABSENT.values())


@pytest.mark.parametrize("name", CALLS)
def test_operations_are_absent_where_the_list_says_so(request, device, name):
    backend, x = request.node.callspec.params["device"], dpt.arange(3, dtype="float32", device=device)
    if name not in ABSENT.get(backend, ()):
        CALLS[name](x)
        return
    with pytest.raises(NotImplementedError) as caught:
        CALLS[name](x)
    assert absent_name(str(caught.value)) == (backend, name)


def test_only_messages_of_listed_operations_are_skipped(monkeypatch):
    monkeypatch.setitem(ABSENT, "cuda", frozenset({"fft"}))
    message = "{}: not on a device ({} backend) yet; it computes elsewhere".format
    assert is_absent(message("fft", "cuda"))
    for text in (
        message("add", "cuda"),
        message("fft", "opencl"),
        message("fft", "native"),
        "fft",
        "fft: not on a device yet",
        "",
    ):
        assert not is_absent(text)
