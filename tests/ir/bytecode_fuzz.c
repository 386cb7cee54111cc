/* libFuzzer target: any bytes that begin as bytecode are read or refused; what was read and verifies prints, and parses
 * back. Built with clang by `meson setup -Dfuzz=true`; artifacts/ is a good corpus to start from. */
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
    if (!ls_ir_is_bytecode(data, size)) return 0;
    unsigned char *copy = malloc(size); /* so that reading past the end is seen */
    memcpy(copy, data, size);
    ls_status status = ls_ir_read(copy, size, &module);
    free(copy);
    if (status != LS_OK) return 0;
    if (ls_ir_verify(module) == LS_OK) {
        char *text;
        size_t text_size;
        require(ls_ir_print_as(module, true, &text, &text_size), "print");
        require(ls_ir_parse(text, text_size, &again), "parse of what was printed");
        require(ls_ir_verify(again), "verify of what was printed");
        free(text);
        ls_ir_module_destroy(again);
    }
    ls_ir_module_destroy(module);
    return 0;
}
