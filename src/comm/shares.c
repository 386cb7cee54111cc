#include "comm/shares.h"

#include "base/map.h"

size_t ls_shares_bytes(const ls_shares *shares, int rank)
{
    return shares->uneven ? shares->uneven[rank] : shares->n;
}

size_t ls_shares_offset(const ls_shares *shares, int rank)
{
    if (!shares->uneven) return shares->n * (size_t)rank;
    size_t offset = 0;
    for (int r = 0; r < rank; r++) offset += shares->uneven[r];
    return offset;
}

size_t ls_shares_bytes_between(const ls_shares *shares, int giver, int getter)
{
    return shares->uneven ? shares->uneven[giver * shares->count + getter] : shares->n;
}

size_t ls_shares_offset_between(const ls_shares *shares, int giver, int getter, bool in_input)
{
    if (!shares->uneven) return shares->n * (size_t)(in_input ? getter : giver);
    size_t offset = 0;
    for (int r = 0; r < (in_input ? getter : giver); r++)
        offset += in_input ? ls_shares_bytes_between(shares, giver, r) : ls_shares_bytes_between(shares, r, getter);
    return offset;
}

size_t ls_shares_total(const ls_shares *shares, bool is_matrix, int rank, bool in_input)
{
    if (!shares->uneven) return shares->n * (size_t)shares->count;
    if (!is_matrix) return shares->n;
    return in_input ? ls_shares_offset_between(shares, rank, shares->count, true)
                    : ls_shares_offset_between(shares, shares->count, rank, false);
}

uint32_t ls_shares_hash(const ls_shares *shares, bool is_matrix)
{
    if (!shares->uneven) return 0;
    size_t count = (size_t)shares->count * (is_matrix ? (size_t)shares->count : 1);
    uint64_t hash = ls_hash(shares->uneven, count * sizeof(*shares->uneven), 1);
    return (uint32_t)(hash ^ hash >> 32) | 1;
}
