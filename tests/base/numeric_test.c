#include "base/numeric.h"

#include "ls_test.h"
#include <math.h>
#include <stdbool.h>

/* The value of a 16-bit float with `fraction_bits`, by the definition of the format. */
static double value_of(uint16_t code, int fraction_bits)
{
    int exponent_bits = 15 - fraction_bits;
    int exponent = code >> fraction_bits & ((1 << exponent_bits) - 1);
    int fraction = code & ((1 << fraction_bits) - 1);
    int bias = (1 << (exponent_bits - 1)) - 1;
    double magnitude = exponent ? ldexp(1 + ldexp(fraction, -fraction_bits), exponent - bias)
                                : ldexp(fraction, 1 - bias - fraction_bits);
    return code >> 15 ? -magnitude : magnitude;
}

static bool is_nan_code(uint16_t code, int fraction_bits)
{
    uint16_t infinity = (uint16_t)(((1 << (15 - fraction_bits)) - 1) << fraction_bits);
    return (code & 0x7FFF) > infinity;
}

static void all_codes_round_trip(void **state)
{
    for (uint32_t code = 0; code < 65536; code++) {
        uint16_t f16 = ls_f32_to_f16(ls_f16_to_f32((uint16_t)code));
        uint16_t bf16 = ls_f32_to_bf16(ls_bf16_to_f32((uint16_t)code));
        if (is_nan_code((uint16_t)code, 10))
            assert_true(is_nan_code(f16, 10));
        else
            assert_int_equal(f16, code);
        if (is_nan_code((uint16_t)code, 7))
            assert_true(is_nan_code(bf16, 7));
        else
            assert_int_equal(bf16, code);
        if ((code & 0x7C00) != 0x7C00) assert_true(ls_f16_to_f32((uint16_t)code) == value_of((uint16_t)code, 10));
        if ((code & 0x7F80) != 0x7F80) assert_true(ls_bf16_to_f32((uint16_t)code) == value_of((uint16_t)code, 7));
    }
}

/* Halfway between two neighbours goes to the even one; a little more or less goes to the nearer one. */
static void rounding_is_to_nearest_even(void **state)
{
    for (uint32_t code = 0; code < 0x7BFF; code++) {
        double low = value_of((uint16_t)code, 10), high = value_of((uint16_t)(code + 1), 10);
        float middle = (float)((low + high) / 2);
        assert_int_equal(ls_f32_to_f16(middle), code % 2 ? code + 1 : code);
        assert_int_equal(ls_f32_to_f16(nextafterf(middle, 0)), code);
        assert_int_equal(ls_f32_to_f16(nextafterf(middle, INFINITY)), code + 1);
        assert_int_equal(ls_f32_to_f16(-middle), 0x8000 | (code % 2 ? code + 1 : code));
    }
    for (uint32_t code = 1; code < 0x7F7F; code++) {
        float middle = ls_f32_from_bits(code << 16 | 0x8000);
        assert_int_equal(ls_f32_to_bf16(middle), code % 2 ? code + 1 : code);
        assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(code << 16 | 0x7FFF)), code);
        assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(code << 16 | 0x8001)), code + 1);
    }
}

static void edges(void **state)
{
    assert_int_equal(ls_f32_to_f16(65504), 0x7BFF);
    assert_int_equal(ls_f32_to_f16(65519.996f), 0x7BFF);
    assert_int_equal(ls_f32_to_f16(65520), 0x7C00);
    assert_int_equal(ls_f32_to_f16(INFINITY), 0x7C00);
    assert_int_equal(ls_f32_to_f16(-INFINITY), 0xFC00);
    assert_int_equal(ls_f32_to_f16(0x1p-25f), 0);
    assert_int_equal(ls_f32_to_f16(0x1.000002p-25f), 1);
    assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(0x3E89CCD5)), 0x3E8A);
    assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(0x3F808000)), 0x3F80);
    assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(0x3F818000)), 0x3F82);
    assert_true(is_nan_code(ls_f32_to_bf16(ls_f32_from_bits(0x7F800001)), 7));
    assert_int_equal(ls_f32_to_bf16(ls_f32_from_bits(0x7F7FFFFF)), 0x7F80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_codes_round_trip),
        cmocka_unit_test(rounding_is_to_nearest_even),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
