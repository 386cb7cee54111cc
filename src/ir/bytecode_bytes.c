/* Numbers, strings and sections of MLIR bytecode. Nothing is read past a piece's end. */
#include <string.h>

#include "ir/bytecode.h"

static ls_status too_short(void)
{
    return ls_fail(LS_INVALID_ARGUMENT, "the bytes end too early");
}

static size_t left(const ls_bytes *b)
{
    return (size_t)(b->end - b->at);
}

ls_status ls_bytes_byte(ls_bytes *b, unsigned char *out_byte)
{
    *out_byte = 0;
    if (b->at == b->end) return too_short();
    *out_byte = *b->at++;
    return LS_OK;
}

/* The zeros at the low end of the first byte say how many bytes follow. */
ls_status ls_bytes_varint(ls_bytes *b, uint64_t *out_value)
{
    *out_value = 0;
    if (b->at == b->end) return too_short();
    unsigned char first = *b->at;
    size_t more = first ? (size_t)__builtin_ctz(first) : 8;
    if (left(b) < more + 1) return too_short();
    uint64_t value = 0;
    if (more == 8) {
        memcpy(&value, b->at + 1, 8);
    } else {
        memcpy(&value, b->at, more + 1);
        value >>= more + 1;
    }
    b->at += more + 1;
    *out_value = value;
    return LS_OK;
}

ls_status ls_bytes_svarint(ls_bytes *b, int64_t *out_value)
{
    uint64_t bits;
    ls_status status = ls_bytes_varint(b, &bits);
    *out_value = (int64_t)(bits >> 1) ^ -(int64_t)(bits & 1);
    return status;
}

ls_status ls_bytes_flagged(ls_bytes *b, uint64_t *out_value, bool *out_flag)
{
    ls_status status = ls_bytes_varint(b, out_value);
    *out_flag = *out_value & 1;
    *out_value >>= 1;
    return status;
}

ls_status ls_bytes_index(ls_bytes *b, size_t count, const char *what, size_t *out_index)
{
    uint64_t value;
    *out_index = 0;
    LS_TRY(ls_bytes_varint(b, &value));
    if (value >= count)
        return ls_fail(LS_INVALID_ARGUMENT, "%s %llu does not exist: there are %zu", what, (unsigned long long)value,
                       count);
    *out_index = (size_t)value;
    return LS_OK;
}

ls_status ls_bytes_count(ls_bytes *b, size_t *out_count)
{
    uint64_t value;
    *out_count = 0;
    LS_TRY(ls_bytes_varint(b, &value));
    if (value > left(b)) return too_short();
    *out_count = (size_t)value;
    return LS_OK;
}

ls_status ls_bytes_take(ls_bytes *b, uint64_t size, ls_bytes *out_piece)
{
    *out_piece = (ls_bytes){0};
    if (size > left(b)) return too_short();
    *out_piece = (ls_bytes){b->at, b->at + size};
    b->at += size;
    return LS_OK;
}

ls_status ls_bytes_text(ls_bytes *b, ls_bytecode_name *out_name)
{
    *out_name = (ls_bytecode_name){"", 0};
    const unsigned char *end = left(b) ? memchr(b->at, 0, left(b)) : NULL;
    if (!end) return too_short();
    *out_name = (ls_bytecode_name){(const char *)b->at, (size_t)(end - b->at)};
    b->at = end + 1;
    return LS_OK;
}

ls_status ls_bytes_section(ls_bytes *b, const unsigned char *begin, unsigned *out_id, ls_bytes *out_piece)
{
    unsigned char id;
    uint64_t size, alignment;
    LS_TRY(ls_bytes_byte(b, &id));
    LS_TRY(ls_bytes_varint(b, &size));
    *out_id = id & 0x7F;
    if (id & 0x80) {
        LS_TRY(ls_bytes_varint(b, &alignment));
        if (!alignment || alignment & (alignment - 1))
            return ls_fail(LS_INVALID_ARGUMENT, "alignment %llu is no power of two", (unsigned long long)alignment);
        uint64_t filler = -(uint64_t)(b->at - begin) & (alignment - 1);
        ls_bytes skipped;
        LS_TRY(ls_bytes_take(b, filler, &skipped));
    }
    return ls_bytes_take(b, size, out_piece);
}

bool ls_bytecode_name_is(ls_bytecode_name name, const char *text)
{
    return strlen(text) == name.size && !memcmp(text, name.data, name.size);
}
