#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ls_arena_block {
    struct ls_arena_block *next;
    max_align_t data[];
};

#define BLOCK_BYTES ((size_t)16 << 10)
#define ALIGNMENT ((size_t)16)

static void *block_alloc(ls_arena *arena, size_t bytes)
{
    struct ls_arena_block *block = calloc(1, sizeof(*block) + bytes);
    if (!block) return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    return block->data;
}

void *ls_arena_alloc(ls_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) return NULL;
    bytes = bytes ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
    if ((size_t)(arena->end - arena->next) < bytes) {
        if (bytes > BLOCK_BYTES / 4) { /* a block of its own: the current one keeps its rest */
            void *data = block_alloc(arena, bytes);
            if (data) arena->bytes += bytes;
            return data;
        }
        arena->next = block_alloc(arena, BLOCK_BYTES);
        arena->end = arena->next ? arena->next + BLOCK_BYTES : NULL;
        if (!arena->next) return NULL;
    }
    void *data = arena->next;
    arena->next += bytes;
    arena->bytes += bytes;
    return data;
}

void *ls_arena_copy(ls_arena *arena, const void *data, size_t bytes)
{
    void *copy = ls_arena_alloc(arena, bytes);
    if (copy && bytes) memcpy(copy, data, bytes);
    return copy;
}

char *ls_arena_strndup(ls_arena *arena, const char *text, size_t length)
{
    char *copy = ls_arena_alloc(arena, length + 1);
    if (copy) memcpy(copy, text, length);
    return copy;
}

char *ls_arena_printf(ls_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = ls_arena_alloc(arena, (size_t)length + 1);
    if (!text) return NULL;
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

void ls_arena_finish(ls_arena *arena)
{
    for (struct ls_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *arena = (ls_arena){0};
}
