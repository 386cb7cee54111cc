/* A bump allocator: many small objects that die together. Not for several threads at once. */
#ifndef LS_BASE_ARENA_H
#define LS_BASE_ARENA_H

#include <stddef.h>

typedef struct ls_arena {
    struct ls_arena_block *blocks;
    char *next, *end;
    size_t bytes; /* handed out so far */
} ls_arena;

/* A zeroed ls_arena is empty and ready. Memory is zeroed and aligned to 16. NULL only if the system is out of memory.
 */
void *ls_arena_alloc(ls_arena *arena, size_t bytes);
void *ls_arena_copy(ls_arena *arena, const void *data, size_t bytes);
char *ls_arena_strndup(ls_arena *arena, const char *text, size_t length); /* adds the terminating 0 */
char *ls_arena_printf(ls_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ls_arena_finish(ls_arena *arena); /* frees everything; the arena is empty and ready again */

#define LS_ARENA_NEW(arena, type) ((type *)ls_arena_alloc((arena), sizeof(type)))
#define LS_ARENA_ARRAY(arena, type, count) ((type *)ls_arena_alloc((arena), sizeof(type) * (size_t)(count)))

#endif
