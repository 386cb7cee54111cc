/* The fuzz target on a fixed series of damaged modules: bytes changed, pieces cut, doubled and moved, texts cut short.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"
#include "parse_fuzz.c"

static uint64_t random_state = 1;

static size_t below(size_t count)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % count;
}

static size_t write_case(const ir_case *c, char *out, size_t size)
{
    return (size_t)snprintf(
        out, size,
        "module @m attributes {mhlo.num_replicas = 4 : i32} { func.func @main(%s) { %s return } func.func private "
        "@helper(%%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %%x : tensor<2x3xf32> } }",
        c->args, c->ops);
}

/* Tokens that take the parser to other places than random bytes would. */
static const char *const tokens[] = {"%",
                                     "%0",
                                     "#",
                                     "@",
                                     "\"",
                                     "<",
                                     ">",
                                     "({",
                                     "})",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "->",
                                     ":",
                                     ",",
                                     "=",
                                     "-",
                                     "dense<",
                                     "tensor<",
                                     "0x",
                                     "99999999999999999999",
                                     "loc(",
                                     "x",
                                     "e",
                                     "^bb1:",
                                     "!",
                                     "-1",
                                     "i1",
                                     "tensor<0xf32>",
                                     "tensor<9007199254740991xi8>",
                                     "array<i64:",
                                     "true",
                                     "//",
                                     "\n",
                                     "\\",
                                     "return"};

static size_t mutate(char *text, size_t size, size_t capacity)
{
    size_t at = below(size), length = 1 + below(12);
    if (length > size - at) length = size - at;
    const char *token = tokens[below(sizeof(tokens) / sizeof(tokens[0]))];
    size_t from = below(size - length + 1);
    switch (below(5)) {
    case 0: text[at] = (char)below(256); return size;
    case 1: memmove(text + at, text + at + length, size - at - length); return size - length;
    case 2: memmove(text + at, text + from, length); return size;
    default:
        length = strlen(token);
        if (size + length > capacity) return size;
        memmove(text + at + length, text + at, size - at);
        memcpy(text + at, token, length);
        return size + length;
    }
}

static void damaged_modules_are_parsed_or_refused(void **state)
{
    char text[8192];
    for (size_t i = 0; i < IR_CASE_COUNT; i++)
        for (int round = 0; round < 1000; round++) {
            size_t size = write_case(&ir_cases[i], text, sizeof(text));
            for (size_t changes = 1 + below(3); changes && size > 1; changes--) size = mutate(text, size, sizeof(text));
            LLVMFuzzerTestOneInput((const unsigned char *)text, size);
        }
}

static void texts_may_end_anywhere(void **state)
{
    char text[8192];
    for (size_t i = 0; i < IR_CASE_COUNT; i++) {
        size_t size = write_case(&ir_cases[i], text, sizeof(text));
        for (size_t end = 0; end < size; end++) {
            ls_ir_module *module;
            assert_int_equal(ls_ir_parse(text, end, &module), LS_INVALID_ARGUMENT);
        }
        LLVMFuzzerTestOneInput((const unsigned char *)text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_modules_are_parsed_or_refused),
        cmocka_unit_test(texts_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
