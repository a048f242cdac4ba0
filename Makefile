# Thin: each target installs what it needs and calls what does the work.
.DEFAULT_GOAL := play
.PHONY: play test check bench fuzz format lint clean

CLANG_FORMAT ?= clang-format-19
SOURCES = $(shell git ls-files '*.cpp' '*.hpp')

play:
	@scripts/setup play
	@cmake --preset play >/dev/null
	@cmake --build --preset play -- --quiet
	@build/release/duello

test:
	@scripts/setup test
	@scripts/test

check:
	@scripts/setup test
	@scripts/check

bench:
	@scripts/setup bench
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench -- --quiet
	@scripts/bench

# Open-ended: every fuzzer in turn, SECONDS each, until it is stopped.
fuzz:
	@scripts/setup test
	@scripts/fuzz forever

format:
	@scripts/setup test
	@$(CLANG_FORMAT) -i $(SOURCES)

lint:
	@scripts/setup test
	@scripts/lint

clean:
	@rm -rf build
