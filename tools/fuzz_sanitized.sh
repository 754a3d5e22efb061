#!/usr/bin/env bash
# The fuzzers with core and binding under the address and undefined-behaviour sanitizers: tools/fuzz_sanitized.sh BUILD ARGS, where BUILD is a
# folder that meson configured with them. The interpreter has none, so the runtimes are loaded before it, for processes that it starts too.
# Kernels compiled at run time are not instrumented.
set -euo pipefail
cd "$(dirname "$0")/.."
build="$PWD/$1"; shift
ninja -C "$build" --quiet
DESTDIR="$build/installed" meson install -C "$build" --no-rebuild --quiet
packages="$(dirname "$(find "$build/installed" -type d -name dpctl -path '*-packages/dpctl' | head -n 1)")"
preload="$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)"
# Leaks at exit are the interpreter's; the fuzzers ask for more memory than there is and expect a refusal.
export ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export PYTHONPATH="$packages:$PWD" PYTHONDONTWRITEBYTECODE=1
cd "$build" # no packages of the source tree
python=$(command -v python)
export LD_PRELOAD="$preload"
"$python" -P -c "import dpctl; assert dpctl.__file__.startswith('$packages/'), dpctl.__file__"
exec "$python" -P -m tests.fuzz "$@"
