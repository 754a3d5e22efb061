# The doors: make demo, make test, make bench. Each sets up what it needs in .venv; nothing else is installed.
# make wheel: a wheel, with compiled kernels for GPUs.
# make docs: the documentation site in build/docs/html, in an environment of its own.
# make test-ecosystem: the wheel with type checkers and other libraries, in an environment of its own.
#   PEERS="torch jax numba oracle=DIR"  more peers for make bench
PYTHON ?= python3
VENV   := .venv
BIN    := $(CURDIR)/$(VENV)/bin
BUILD  := build/venv
ECOSYSTEM := .venv-ecosystem
DOCS := .venv-docs
PEERS  ?=
export PATH := $(BIN):$(PATH)
export DPEX_TEST_FAKE_CUDA := $(CURDIR)/$(BUILD)/tests/c/fake_cuda/lib64/libnvrtc.so.13

SOURCES := $(shell find src include python meson.build meson.options pyproject.toml tests/c tests/conformance tests/meson.build \
             -type f -not -name '*.pyc' 2>/dev/null)

.PHONY: all demo docs wheel test test-c test-python test-ecosystem bench install clean format
all: install

$(VENV)/.tools: tools/requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -r tools/requirements.txt
	@touch $@

# One build folder serves the wheel and the C tests, so that nothing is compiled twice.
$(VENV)/.installed: $(VENV)/.tools $(SOURCES)
	@echo "compiling: the first build takes some minutes"
	@$(BIN)/python tools/show_build.py $(BIN)/pip install -v --disable-pip-version-check --no-build-isolation --no-deps \
	    --force-reinstall -Cbuild-dir=$(BUILD) -Csetup-args=-Dtests=true .
	@touch $@

install: $(VENV)/.installed

demo: install
	$(BIN)/pip install -q --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall ./examples/poly_ext
	$(BIN)/python examples/tour.py

test-c: install
	$(BIN)/meson test -C $(BUILD) --no-rebuild --print-errorlogs

# Tests that build programs take minutes and stand together: a worker that has finished takes over what others still have.
test-python: install
	$(BIN)/python -m pytest -n $(shell nproc) --dist worksteal

test: test-c test-python

$(ECOSYSTEM)/.tools: tests/ecosystem/requirements.txt
	test -x $(ECOSYSTEM)/bin/python || $(PYTHON) -m venv $(ECOSYSTEM)
	$(ECOSYSTEM)/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

# One wheel from the build folder of the C tests, for the environments of the other libraries and of the site.
$(BUILD)/wheel/.built: $(VENV)/.installed
	rm -rf $(BUILD)/wheel
	$(BIN)/pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -Cbuild-dir=$(BUILD) -Csetup-args=-Dtests=true \
	    -w $(BUILD)/wheel .
	@touch $@

$(ECOSYSTEM)/.installed: $(ECOSYSTEM)/.tools $(BUILD)/wheel/.built
	$(ECOSYSTEM)/bin/pip install -q --disable-pip-version-check --force-reinstall --no-deps $(BUILD)/wheel/*.whl
	$(ECOSYSTEM)/bin/pip install -q --disable-pip-version-check $(BUILD)/wheel/*.whl
	@touch $@

$(DOCS)/.installed: $(BUILD)/wheel/.built
	test -x $(DOCS)/bin/python || $(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/pip install -q --disable-pip-version-check --force-reinstall --no-deps $(BUILD)/wheel/*.whl
	$(DOCS)/bin/pip install -q --disable-pip-version-check "$$(ls $(BUILD)/wheel/*.whl)[docs]"
	@touch $@

docs: $(DOCS)/.installed
	$(DOCS)/bin/python tools/build_docs.py

# The wheel with compiled kernels for NVIDIA GPUs; needs no GPU, and some minutes the first time.
wheel: $(BUILD)/wheel/.built
	$(BIN)/python tools/precompile_kernels.py $(BUILD)/wheel/*.whl

test-ecosystem: $(ECOSYSTEM)/.installed
	$(ECOSYSTEM)/bin/python -m pytest tests/ecosystem

bench: install
	$(BIN)/python bench/run.py $(PEERS)
	$(BIN)/python bench/kernels.py $(PEERS)
	$(BIN)/python bench/programs.py
	$(BIN)/python bench/linalg.py $(PEERS)
	$(BIN)/python bench/fft.py $(PEERS)

format: $(VENV)/.tools
	tools/check_format.sh $(BIN)/clang-format --fix

clean:
	rm -rf build $(VENV) $(ECOSYSTEM) $(DOCS)
