# The front door. `make help` lists the targets.
.DEFAULT_GOAL := help
MESON_FLAGS ?=

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

deps: ## install the Debian packages that are missing
	@scripts/deps

build/build.ninja:
	@meson setup build $(MESON_FLAGS)
build: deps build/build.ninja ## build everything in build/
	@meson compile -C build
run: build ## train MNIST on all devices to 98 % test accuracy
	build/examples/train_mnist --ddp
test: build ## run all tests
	@scripts/test build
asan: deps ## run the tests under the address and undefined-behaviour sanitizers
	@scripts/sanitize asan address,undefined
tsan: deps ## run the tests under the thread sanitizer
	@scripts/sanitize tsan thread
fuzz: deps ## run the fuzz targets, FUZZ_SECONDS each
	@scripts/fuzz
clang: deps ## build with clang in build-clang, warnings as errors
	@[ -f build-clang/build.ninja ] || CC=clang meson setup build-clang --werror >/dev/null
	@meson compile -C build-clang
fault: build ## kill, stop and delay ranks at random, 500 times; SEED=n begins with that one
	build/tests/dist_fault_test 500 $(or $(SEED),1)
bench: build ## measure training and collectives
	build/cli/lockstep bench train --model mnist --ddp
	build/cli/lockstep bench comm
	build/cli/lockstep bench start build/examples/all_gather
interop: build ## install two plugins of other people and run the suite `interop`
	@scripts/interop
install: build ## install headers, library, plugin, command
	@meson install -C build
format: ## format all C files
	@git ls-files '*.c' '*.h' | xargs clang-format -i
lint: ## format, include law, size caps
	@scripts/lint
clean: ## remove the build folders
	@rm -rf build build-asan build-tsan build-clang build-fuzz

.PHONY: help deps build run test asan tsan clang fault bench interop install fuzz format lint clean
