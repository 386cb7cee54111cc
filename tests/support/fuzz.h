/* A fuzz target, tests/<part>/<name>_fuzz.c, defines these. It ends the process where something is wrong. Built with
 * -Dfuzz=true by clang it is a libFuzzer program; else fuzz_main.c runs it for a second on mutations of what it starts
 * from. */
#ifndef LS_TEST_FUZZ_H
#define LS_TEST_FUZZ_H

#include <stddef.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Optional: writes an input to start from, at most `size` bytes, and returns its size. */
__attribute__((weak)) size_t ls_fuzz_seed(unsigned char *out, size_t size);

#endif
