#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <md5.h>
#include <zlib.h>

#include "base/error.h"
#include "data/dataset.h"

#define MAX_FILE_BYTES ((size_t)4 << 30)

/* Checks the header of an IDX file: 0, 0, type 8 (unsigned byte), rank, then the dimensions as big-endian 32-bit
 * numbers. */
static ls_status parse_header(const uint8_t *bytes, size_t size, const char *name, ls_idx *idx, size_t *out_offset)
{
    if (size < 4 || bytes[0] || bytes[1])
        return ls_fail(LS_DATA_LOSS, "%s is not an IDX file: its magic number is wrong", name);
    if (bytes[2] != 8)
        return ls_fail(LS_DATA_LOSS, "%s: IDX element type 0x%02x; only unsigned bytes (0x08) are read", name,
                       bytes[2]);
    int rank = bytes[3];
    if (rank < 1 || rank > 4) return ls_fail(LS_DATA_LOSS, "%s: IDX rank %d; 1 to 4 are read", name, rank);
    size_t offset = 4 + 4 * (size_t)rank;
    if (size < offset) return ls_fail(LS_DATA_LOSS, "%s is cut off in its header: %zu bytes", name, size);
    size_t expected = 1;
    for (int i = 0; i < rank; i++) {
        const uint8_t *b = bytes + 4 + 4 * i;
        uint32_t dim = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
        if (__builtin_mul_overflow(expected, (size_t)dim, &expected) || expected > MAX_FILE_BYTES)
            return ls_fail(LS_DATA_LOSS, "%s: its dimensions are too large", name);
        idx->dims[i] = dim;
    }
    if (size - offset != expected)
        return ls_fail(LS_DATA_LOSS, "%s holds %zu bytes after its header, its dimensions say %zu: %s", name,
                       size - offset, expected, size - offset < expected ? "it is cut off" : "something follows");
    idx->rank = rank;
    *out_offset = offset;
    return LS_OK;
}

ls_status ls_idx_parse(const void *bytes, size_t size, const char *name, ls_idx *out_idx)
{
    *out_idx = (ls_idx){0};
    size_t offset = 0;
    ls_idx idx = {0};
    LS_TRY(parse_header(bytes, size, name, &idx, &offset));
    idx.data = malloc(size - offset + 1);
    if (!idx.data) return ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for %zu bytes", name, size - offset);
    memcpy(idx.data, (const uint8_t *)bytes + offset, size - offset);
    *out_idx = idx;
    return LS_OK;
}

/* Reads a whole file through zlib, which passes uncompressed files through. */
static ls_status read_all(const char *path, uint8_t **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    gzFile file = gzopen(path, "rbe");
    if (!file)
        return ls_fail(errno == ENOENT || errno == ENOTDIR ? LS_NOT_FOUND : LS_PERMISSION_DENIED, "cannot open %s: %s",
                       path, strerror(errno));
    gzbuffer(file, 1 << 17);
    size_t size = 0, capacity = (size_t)1 << 20;
    uint8_t *bytes = malloc(capacity);
    int got = 0;
    while (bytes && size < MAX_FILE_BYTES && (got = gzread(file, bytes + size, (unsigned)(capacity - size))) > 0) {
        size += (size_t)got;
        if (size == capacity) {
            uint8_t *larger = realloc(bytes, capacity *= 2);
            if (!larger) free(bytes);
            bytes = larger;
        }
    }
    int error = Z_OK;
    const char *why = gzerror(file, &error);
    ls_status status = LS_OK;
    if (!bytes)
        status = ls_fail(LS_RESOURCE_EXHAUSTED, "%s: no memory for %zu bytes", path, capacity);
    else if (got < 0 || (error != Z_OK && error != Z_STREAM_END))
        status = ls_fail(LS_DATA_LOSS, "%s is corrupt or cut off: %s", path, why);
    else if (size >= MAX_FILE_BYTES)
        status = ls_fail(LS_DATA_LOSS, "%s is larger than %zu bytes", path, MAX_FILE_BYTES);
    /* A gzip file that ends early is an error only gzclose reports. */
    if (gzclose(file) != Z_OK && status == LS_OK) status = ls_fail(LS_DATA_LOSS, "%s is cut off", path);
    if (status != LS_OK) {
        free(bytes);
        return status;
    }
    *out_bytes = bytes;
    *out_size = size;
    return LS_OK;
}

ls_status ls_idx_read(const char *path, const char *md5, ls_idx *out_idx)
{
    *out_idx = (ls_idx){0};
    uint8_t *bytes;
    size_t size = 0;
    LS_TRY(read_all(path, &bytes, &size));
    ls_status status = LS_OK;
    char digest[MD5_DIGEST_STRING_LENGTH];
    LS_TRY_GOTO(ls_idx_parse(bytes, size, path, out_idx), done);
    if (md5 && strcmp(MD5Data(bytes, size, digest), md5)) {
        ls_idx_finish(out_idx);
        status = ls_fail(LS_DATA_LOSS,
                         "%s: size is right but its MD5 digest is %s, not %s: delete the file to fetch it again", path,
                         digest, md5);
    }
done:
    free(bytes);
    return status;
}

void ls_idx_finish(ls_idx *idx)
{
    free(idx->data);
    *idx = (ls_idx){0};
}
