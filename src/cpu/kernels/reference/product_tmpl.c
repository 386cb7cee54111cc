/* Matrix products on one type's C; included by product.c through each_type.h. Bool multiplies by AND and adds by OR.
 * Types that are computed in another one have none of their own. */
#if !IS_HALF && BITS >= 8
#if IS_COMPLEX
#define PLUS(a, b) ((a) + (b))
#define TIMES(x, y) (NAME(times)(x, y))
static inline C NAME(times)(C x, C y)
{
    C z = 0;
    __real__ z = __real__ x * __real__ y - __imag__ x * __imag__ y;
    __imag__ z = __real__ x * __imag__ y + __imag__ x * __real__ y;
    return z;
}
#elif IS_FLOAT
#define PLUS(a, b) ((a) + (b))
#define TIMES(x, y) ((x) * (y))
#elif IS_BOOL
#define PLUS(a, b) ((C)((a) | (b)))
#define TIMES(x, y) ((C)((x) & (y)))
#else
#define PLUS(a, b) ((C)((uint64_t)(a) + (uint64_t)(b)))
#define TIMES(x, y) ((C)((uint64_t)(x) * (uint64_t)(y)))
#endif

/* rows × n of the product, summed over k ≤ DEPTH apart, then added to acc: long sums lose less in two levels. */
static void NAME(multiply_block)(C *acc, int64_t acc_row, const C *a, int64_t a_row, const C *b, int64_t b_row,
                                 int rows, int64_t n, int64_t k)
{
    C sum[ROWS][WIDTH];
    memset(sum, 0, sizeof(sum[0]) * (size_t)rows);
    if (rows == ROWS) {
        for (int64_t p = 0; p < k; p++) {
            const C *r = b + p * b_row;
            C x0 = a[p], x1 = a[a_row + p], x2 = a[2 * a_row + p], x3 = a[3 * a_row + p];
            for (int64_t j = 0; j < n; j++) {
                C y = r[j];
                sum[0][j] = PLUS(sum[0][j], TIMES(x0, y));
                sum[1][j] = PLUS(sum[1][j], TIMES(x1, y));
                sum[2][j] = PLUS(sum[2][j], TIMES(x2, y));
                sum[3][j] = PLUS(sum[3][j], TIMES(x3, y));
            }
        }
    } else {
        for (int i = 0; i < rows; i++) {
            for (int64_t p = 0; p < k; p++) {
                const C *r = b + p * b_row;
                C x = a[i * a_row + p];
                for (int64_t j = 0; j < n; j++) sum[i][j] = PLUS(sum[i][j], TIMES(x, r[j]));
            }
        }
    }
    for (int i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++) acc[i * acc_row + j] = PLUS(acc[i * acc_row + j], sum[i][j]);
}

static void NAME(multiply)(void *acc, int64_t acc_row, const void *a, int64_t a_row, const void *b, int64_t b_row,
                           int64_t m, int64_t n, int64_t k)
{
    for (int64_t j = 0; j < n; j += WIDTH) {
        int64_t width = n - j < WIDTH ? n - j : WIDTH;
        for (int64_t p = 0; p < k; p += DEPTH) {
            int64_t depth = k - p < DEPTH ? k - p : DEPTH;
            for (int64_t i = 0; i < m; i += ROWS) {
                int rows = m - i < ROWS ? (int)(m - i) : ROWS;
                NAME(multiply_block)
                ((C *)acc + i * acc_row + j, acc_row, (const C *)a + i * a_row + p, a_row, (const C *)b + p * b_row + j,
                 b_row, rows, width, depth);
            }
        }
    }
}
#undef PLUS
#undef TIMES
#endif
