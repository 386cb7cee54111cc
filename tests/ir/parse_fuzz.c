/* libFuzzer target: any bytes are parsed or refused; what was parsed verifies, prints and parses back to the same text.
 * Built with clang by `meson setup -Dfuzz=true`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/ir.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void require(ls_status status, const char *what)
{
    if (status == LS_OK) return;
    fprintf(stderr, "%s: %s\n", what, ls_last_error());
    abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    ls_ir_module *module, *again;
    char *copy = malloc(size ? size : 1); /* so that reading past the end is seen */
    memcpy(copy, data, size);
    ls_status status = ls_ir_parse(copy, size, &module);
    free(copy);
    if (status != LS_OK) return 0;
    if (ls_ir_verify(module) == LS_OK) {
        char *first, *second;
        size_t first_size, second_size;
        require(ls_ir_print(module, &first, &first_size), "print");
        require(ls_ir_parse(first, first_size, &again), "parse of what was printed");
        require(ls_ir_verify(again), "verify of what was printed");
        require(ls_ir_print(again, &second, &second_size), "second print");
        if (first_size != second_size || memcmp(first, second, first_size)) abort();
        free(first);
        free(second);
        ls_ir_module_destroy(again);
    }
    ls_ir_module_destroy(module);
    return 0;
}
