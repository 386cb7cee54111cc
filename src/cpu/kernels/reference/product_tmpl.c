/* Matrix products on one type's C; included by product.c through each_type.h. Bool multiplies by AND and adds by OR. */
#if IS_FLOAT
#define MULTIPLY_ADD(a, x, y) ((a) + (x) * (y))
#elif IS_BOOL
#define MULTIPLY_ADD(a, x, y) ((C)((a) | ((x) & (y))))
#else
#define MULTIPLY_ADD(a, x, y) ((C)((uint64_t)(a) + (uint64_t)(x) * (uint64_t)(y)))
#endif

static void NAME(multiply)(void *acc, int64_t acc_row, const void *a, int64_t a_row, const void *b, int64_t b_row, int64_t m,
                           int64_t n, int64_t k)
{
    const C *left = a, *right = b;
    C *out = acc;
    int64_t i = 0;
    for (; i + 4 <= m; i += 4) {
        C *o0 = out + i * acc_row, *o1 = o0 + acc_row, *o2 = o1 + acc_row, *o3 = o2 + acc_row;
        const C *a0 = left + i * a_row, *a1 = a0 + a_row, *a2 = a1 + a_row, *a3 = a2 + a_row;
        for (int64_t p = 0; p < k; p++) {
            const C *r = right + p * b_row;
            C x0 = a0[p], x1 = a1[p], x2 = a2[p], x3 = a3[p];
            for (int64_t j = 0; j < n; j++) {
                C y = r[j];
                o0[j] = MULTIPLY_ADD(o0[j], x0, y);
                o1[j] = MULTIPLY_ADD(o1[j], x1, y);
                o2[j] = MULTIPLY_ADD(o2[j], x2, y);
                o3[j] = MULTIPLY_ADD(o3[j], x3, y);
            }
        }
    }
    for (; i < m; i++) {
        C *o = out + i * acc_row;
        const C *l = left + i * a_row;
        for (int64_t p = 0; p < k; p++) {
            const C *r = right + p * b_row;
            C x = l[p];
            for (int64_t j = 0; j < n; j++) o[j] = MULTIPLY_ADD(o[j], x, r[j]);
        }
    }
}
#undef MULTIPLY_ADD
