/* IDX files: whole, cut off, corrupt, compressed or not; mutated at random. */
#include "data/dataset.h"
#include "ls_test.h"

#include <stdio.h>
#include <unistd.h>

#include <md5.h>
#include <zlib.h>

enum { ROWS = 5, SIDE = 3, HEADER = 16, BYTES = HEADER + ROWS * SIDE * SIDE };

static void make_idx(uint8_t *bytes)
{
    const uint8_t header[HEADER] = {0, 0, 8, 3, 0, 0, 0, ROWS, 0, 0, 0, SIDE, 0, 0, 0, SIDE};
    memcpy(bytes, header, HEADER);
    for (int i = 0; i < ROWS * SIDE * SIDE; i++) bytes[HEADER + i] = (uint8_t)(7 * i + 1);
}

static void write_file(const char *path, const void *bytes, size_t size, bool compressed)
{
    if (compressed) {
        gzFile file = gzopen(path, "wb");
        assert_int_equal(gzwrite(file, bytes, (unsigned)size), size);
        assert_int_equal(gzclose(file), Z_OK);
        return;
    }
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static char *temporary(void)
{
    static char path[64];
    snprintf(path, sizeof(path), "/tmp/lockstep_idx_test_%ld", (long)getpid());
    return path;
}

static void whole_files_are_read(void **state)
{
    uint8_t bytes[BYTES];
    char digest[MD5_DIGEST_STRING_LENGTH];
    make_idx(bytes);
    MD5Data(bytes, BYTES, digest);
    for (int compressed = 0; compressed < 2; compressed++) {
        write_file(temporary(), bytes, BYTES, compressed);
        ls_idx idx;
        assert_ok(ls_idx_read(temporary(), digest, &idx));
        assert_int_equal(idx.rank, 3);
        assert_int_equal(idx.dims[0], ROWS);
        assert_int_equal(idx.dims[2], SIDE);
        assert_memory_equal(idx.data, bytes + HEADER, BYTES - HEADER);
        ls_idx_finish(&idx);
        assert_fails(ls_idx_read(temporary(), "00000000000000000000000000000000", &idx), LS_DATA_LOSS, digest);
        assert_null(idx.data);
    }
    unlink(temporary());
    ls_idx idx;
    assert_fails(ls_idx_read(temporary(), NULL, &idx), LS_NOT_FOUND, temporary());
}

static void every_cut_is_noticed(void **state)
{
    uint8_t bytes[BYTES + 1], packed[512];
    make_idx(bytes);
    bytes[BYTES] = 9;
    ls_idx idx;
    for (size_t size = 0; size < BYTES; size++)
        assert_fails(ls_idx_parse(bytes, size, "cut.idx", &idx), LS_DATA_LOSS, "cut.idx");
    assert_fails(ls_idx_parse(bytes, BYTES + 1, "long.idx", &idx), LS_DATA_LOSS, "something follows");

    write_file(temporary(), bytes, BYTES, true);
    FILE *file = fopen(temporary(), "rb");
    size_t whole = fread(packed, 1, sizeof(packed), file);
    fclose(file);
    for (size_t size = 0; size < whole; size++) {
        write_file(temporary(), packed, size, false);
        assert_fails(ls_idx_read(temporary(), NULL, &idx), LS_DATA_LOSS, temporary());
    }
    unlink(temporary());
}

static void mutated_headers_never_crash(void **state)
{
    uint64_t z = 1;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[BYTES];
        make_idx(bytes);
        for (int change = 0; change < 3; change++) {
            z = z * 6364136223846793005ull + 1442695040888963407ull;
            bytes[(z >> 33) % (HEADER + 2)] = (uint8_t)(z >> 50);
        }
        ls_idx idx;
        if (ls_idx_parse(bytes, (z >> 20) % (BYTES + 1), "mutated", &idx) == LS_OK) {
            int64_t count = 1;
            for (int i = 0; i < idx.rank; i++) count *= idx.dims[i];
            for (int64_t i = 0; i < count; i++) z += idx.data[i];
        }
        ls_idx_finish(&idx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_are_read),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(mutated_headers_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
