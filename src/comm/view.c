#include "comm/view.h"

#include <string.h>

size_t ls_view_bytes(ls_view view)
{
    size_t bytes = 0;
    for (size_t i = 0; i < view.count; i++) bytes += view.segments[i].bytes;
    return bytes;
}

ls_cursor ls_view_seek(ls_view view, size_t offset)
{
    const ls_comm_segment *segment = view.segments;
    while (offset >= segment->bytes) offset -= segment++->bytes;
    return (ls_cursor){.next = segment + 1, .at = (char *)segment->address + offset, .left = segment->bytes - offset};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void ls_view_copy(ls_view to, size_t to_offset, ls_view from, size_t from_offset, size_t bytes)
{
    if (!bytes) return;
    ls_cursor out = ls_view_seek(to, to_offset), in = ls_view_seek(from, from_offset);
    for (;;) {
        size_t piece = least(bytes, least(out.left, in.left));
        if (out.at != in.at) memcpy(out.at, in.at, piece);
        bytes -= piece;
        if (!bytes) return;
        ls_cursor_step(&out, piece);
        ls_cursor_step(&in, piece);
    }
}

void ls_view_zero(ls_view to, size_t offset, size_t bytes)
{
    if (!bytes) return;
    for (ls_cursor out = ls_view_seek(to, offset);;) {
        size_t piece = least(bytes, out.left);
        memset(out.at, 0, piece);
        bytes -= piece;
        if (!bytes) return;
        ls_cursor_step(&out, piece);
    }
}
