/* The header of the C API against the numbers of the interface (abi.def), and against our own enums. */
#include "base/pjrt_c_api.h"
#include "ls_test.h"
#include <lockstep/types.h>
#include <stdio.h>

static void structs_have_the_sizes_and_offsets_of_the_interface(void **state)
{
    size_t checks = 0;
#define ABI_CHECK(what, value, number)                                                                                 \
    checks++;                                                                                                          \
    if ((value) != (number)) fail_msg("%s is %zu, not %d", what, (size_t)(value), number);
#define ABI_STRUCT(name, size) ABI_CHECK("sizeof " #name, sizeof(PJRT_##name), size)
#define ABI_SIZE(name, size) ABI_CHECK(#name "_STRUCT_SIZE", (size_t)PJRT_##name##_STRUCT_SIZE, size)
#define ABI_FIELD(name, field, offset) ABI_CHECK(#name "." #field, offsetof(PJRT_##name, field), offset)
#define ABI_VALUE(name, number) ABI_CHECK(#name, (size_t)name, number)
#include "abi.def"
    assert_true(checks > 800);
}

static void slots_follow_each_other(void **state)
{
    size_t slot = 0;
#define PJRT_SLOT(name) assert_int_equal(offsetof(PJRT_Api, PJRT_##name), 40 + 8 * slot++);
#define PJRT_SLOT_VOID(name) PJRT_SLOT(name)
#include "base/pjrt_slots.def"
    assert_int_equal(slot, 138);
}

static void our_numbers_are_those_of_the_interface(void **state)
{
    assert_int_equal(LS_BOOL, PJRT_Buffer_Type_PRED);
    assert_int_equal(LS_I8, PJRT_Buffer_Type_S8);
    assert_int_equal(LS_I64, PJRT_Buffer_Type_S64);
    assert_int_equal(LS_U8, PJRT_Buffer_Type_U8);
    assert_int_equal(LS_U64, PJRT_Buffer_Type_U64);
    assert_int_equal(LS_F16, PJRT_Buffer_Type_F16);
    assert_int_equal(LS_F32, PJRT_Buffer_Type_F32);
    assert_int_equal(LS_F64, PJRT_Buffer_Type_F64);
    assert_int_equal(LS_BF16, PJRT_Buffer_Type_BF16);
    assert_int_equal(LS_INVALID_ARGUMENT, PJRT_Error_Code_INVALID_ARGUMENT);
    assert_int_equal(LS_UNIMPLEMENTED, PJRT_Error_Code_UNIMPLEMENTED);
    assert_int_equal(LS_UNAUTHENTICATED, PJRT_Error_Code_UNAUTHENTICATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_have_the_sizes_and_offsets_of_the_interface),
        cmocka_unit_test(slots_follow_each_other),
        cmocka_unit_test(our_numbers_are_those_of_the_interface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
