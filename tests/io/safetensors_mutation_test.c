/* The fuzz target over a fixed set of mutations: every prefix, every byte replaced, random edits from fixed seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "safetensors_fuzz.c"

static const char header[] =
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},\"__metadata__\":{\"x\":\"y\"},"
    "\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[24,25]}}   ";

static unsigned char *make_file(size_t *out_size)
{
    size_t length = sizeof(header) - 1;
    *out_size = 8 + length + 25;
    unsigned char *file = calloc(1, *out_size);
    file[0] = (unsigned char)length;
    memcpy(file + 8, header, length);
    for (int i = 0; i < 25; i++) file[8 + length + i] = (unsigned char)i;
    return file;
}

static void try_bytes(const unsigned char *data,
                      size_t size) /* in memory of exactly that size, so that sanitizers see more */
{
    unsigned char *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void whole_file_is_valid(void **state)
{
    (void)state;
    size_t size;
    unsigned char *file = make_file(&size);
    ls_safetensors parsed;
    assert_int_equal(ls_safetensors_parse(file, size, "x", &parsed), LS_OK);
    assert_int_equal(parsed.count, 2);
    ls_safetensors_finish(&parsed);
    free(file);
}

static void every_prefix_is_refused(void **state)
{
    (void)state;
    size_t size;
    unsigned char *file = make_file(&size);
    for (size_t n = 0; n < size; n++) {
        ls_safetensors parsed;
        assert_int_equal(ls_safetensors_parse(file, n, "x", &parsed), LS_DATA_LOSS);
        try_bytes(file, n);
    }
    free(file);
}

static void replaced_bytes_are_survived(void **state)
{
    (void)state;
    static const unsigned char values[] = {0,   1,   '"', '{', '}',  '[',  ']',  ',',
                                           ':', '-', '9', 'e', '\\', 0x7F, 0x80, 0xFF};
    size_t size;
    unsigned char *file = make_file(&size);
    for (size_t i = 0; i < size; i++) {
        unsigned char before = file[i];
        for (size_t v = 0; v < sizeof(values); v++) {
            file[i] = values[v];
            try_bytes(file, size);
        }
        file[i] = before;
    }
    free(file);
}

static void random_edits_are_survived(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        size_t size;
        unsigned char *file = make_file(&size);
        for (int edit = 0; edit < 1 + round % 6; edit++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size_t from = (seed >> 33) % size, to = (seed >> 13) % size, count = 1 + (seed >> 53) % 12;
            if (from + count > size || to + count > size) count = 1;
            if (seed >> 63)
                memmove(file + to, file + from, count);
            else
                file[to] = (unsigned char)(seed >> 40);
        }
        try_bytes(file, size);
        free(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_file_is_valid),
        cmocka_unit_test(every_prefix_is_refused),
        cmocka_unit_test(replaced_bytes_are_survived),
        cmocka_unit_test(random_edits_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
