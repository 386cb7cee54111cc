#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "io/safetensors.h"

static char folder[] = "/tmp/lockstep-safetensors-XXXXXX";
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof(path), "%s/file.safetensors", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void written_entries_are_read_back(void **state)
{
    (void)state;
    float weights[6];
    for (int i = 0; i < 6; i++) weights[i] = (float)(1000 + i);
    int64_t steps = INT64_C(1) << 40;
    uint8_t flags[3] = {1, 0, 1};
    ls_safetensors_entry entries[] = {
        {"flags \"q\"", LS_BOOL, LS_SHAPE(3), flags, 3},
        {"layer.weight", LS_F32, LS_SHAPE(2, 3), weights, 24},
        {"empty", LS_F64, LS_SHAPE(0, 4), NULL, 0},
        {"steps", LS_I64, {0}, &steps, 8},
    };
    assert_int_equal(ls_safetensors_write(path, entries, 4), LS_OK);
    ls_safetensors file;
    assert_int_equal(ls_safetensors_read(path, &file), LS_OK);
    assert_int_equal(file.count, 4);
    for (int i = 0; i < 4; i++) {
        const ls_safetensors_entry *found = ls_safetensors_find(&file, entries[i].name);
        assert_non_null(found);
        assert_int_equal(found->dtype, entries[i].dtype);
        assert_true(ls_shape_equal(found->shape, entries[i].shape));
        assert_int_equal((uintptr_t)found->data % ls_dtype_size(found->dtype), 0);
        if (found->bytes) assert_memory_equal(found->data, entries[i].data, found->bytes);
    }
    assert_null(ls_safetensors_find(&file, "nothing"));
    ls_safetensors_finish(&file);
}

static void a_name_given_twice_is_refused(void **state)
{
    (void)state;
    float x = 1;
    ls_safetensors_entry entries[] = {{"a", LS_F32, {0}, &x, 4}, {"a", LS_F32, {0}, &x, 4}};
    assert_int_equal(ls_safetensors_write(path, entries, 2), LS_INVALID_ARGUMENT);
    assert_non_null(strstr(ls_last_error(), "a: "));
}

static void expect_refused(const char *header, size_t data_bytes, const char *message)
{
    size_t length = strlen(header), size = 8 + length + data_bytes;
    unsigned char *file = calloc(1, size);
    file[0] = (unsigned char)length;
    file[1] = (unsigned char)(length >> 8);
    memcpy(file + 8, header, length);
    ls_safetensors parsed;
    assert_int_equal(ls_safetensors_parse(file, size, "f", &parsed), LS_DATA_LOSS);
    if (!strstr(ls_last_error(), message)) fail_msg("\"%s\" lacks \"%s\"", ls_last_error(), message);
    free(file);
}

static void broken_headers_are_named(void **state)
{
    (void)state;
    expect_refused("[]", 0, "no JSON object");
    expect_refused("{", 0, "header");
    expect_refused("{\"a\":1}", 0, "element type");
    expect_refused("{\"a\":{\"dtype\":\"F31\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4, "F31");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4, "dimension 0");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,4]}}", 4,
                   "too large");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,1,1,1,1,1],\"data_offsets\":[0,4]}}", 4,
                   "shape");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4, "data_offsets");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 4, "cut off");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4, "need 8");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8, "hole");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 8, "4 bytes at the end");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
                   "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[2,6]}}",
                   6, "overlaps");
    expect_refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
                   "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
                   4, "duplicate");
}

static void a_huge_header_length_is_refused(void **state)
{
    (void)state;
    unsigned char file[16];
    memset(file, 0xFF, sizeof(file));
    ls_safetensors parsed;
    assert_int_equal(ls_safetensors_parse(file, sizeof(file), "f", &parsed), LS_DATA_LOSS);
    assert_int_equal(ls_safetensors_read("/nonexistent/file", &parsed), LS_NOT_FOUND);
    assert_non_null(strstr(ls_last_error(), "/nonexistent/file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_entries_are_read_back),
        cmocka_unit_test(a_name_given_twice_is_refused),
        cmocka_unit_test(broken_headers_are_named),
        cmocka_unit_test(a_huge_header_length_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
