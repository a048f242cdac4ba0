# Thin: each target installs what it needs and calls what does the work.
.DEFAULT_GOAL := play
.PHONY: play serve site page python wheel test check bench fuzz deb dist format lint clean

CLANG_FORMAT ?= clang-format-19
SOURCES = $(shell git ls-files '*.cpp' '*.hpp')
PYTHON_SOURCES = $(shell git ls-files 'python/*.py' 'python/*.pyi' 'tests/python/*.py' 'examples/python/*.py' 'bench/python/*.py')

play:
	@scripts/setup play
	@scripts/build play
	@build/release/duello

# LISTEN=0.0.0.0:8080 lets others in.
serve: LISTEN ?= 127.0.0.1:8080
serve:
	@scripts/setup serve
	@scripts/build serve
	@$(MAKE) --no-print-directory site
	@find build/site -type f -size +1k ! -name '*.png' ! -name '*.woff2' ! -name '*.gz' -exec gzip -9fk {} +
	@build/release/duello serve --site build/site --listen $(LISTEN)

# The page for browsers, into build/site.
site:
	@scripts/setup site
	@scripts/build site
	@scripts/web vite build --logLevel warn

# PORT=8080 asks for a port.
page: site
	@scripts/web node serve.mjs

# The package for Python in build/venv, and a prompt there.
python:
	@scripts/setup python
	@scripts/wheel build/venv build/wheel
	@build/venv/bin/pip install --quiet --no-deps --force-reinstall build/wheel/duello-*.whl
	@build/venv/bin/python scripts/prompt

# For any x86-64 and this Python (from 3.12 on, also for all newer ones), into dist.
wheel:
	@scripts/setup python
	@scripts/wheel build/venv build/wheel
	@mkdir -p dist
	@cp build/wheel/duello-*.whl dist
	@cd build/wheel && for wheel in *.whl; do echo "dist/$$wheel"; done

test:
	@scripts/setup test
	@scripts/test

check:
	@scripts/setup test
	@scripts/check

bench:
	@scripts/setup bench
	@$(MAKE) --no-print-directory site
	@scripts/build bench
	@scripts/bench

# Open-ended: every fuzzer in turn, SECONDS each, until it is stopped.
fuzz:
	@scripts/setup test
	@scripts/fuzz forever

# For any x86-64, with fast paths for those that have them.
deb:
	@scripts/setup deb
	@scripts/build deb
	@rm -f build/deb/*.deb
	@cd build/deb && cpack >/dev/null
	@lintian --fail-on error build/deb/*.deb
	@ls build/deb/*.deb

# What is given away, into dist: as much of it as this system can build.
dist:
	@scripts/setup dist
	@scripts/dist

format:
	@scripts/setup test
	@$(CLANG_FORMAT) -i $(SOURCES)
	@build/test-venv/bin/ruff format --quiet --no-cache $(PYTHON_SOURCES)

lint:
	@scripts/setup test
	@scripts/lint

clean:
	@rm -rf build dist
