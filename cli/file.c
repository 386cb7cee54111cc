#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

char *read_file(const char *path, size_t *out_size)
{
    bool is_stdin = !strcmp(path, "-");
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, capacity = 0;
    while (file && !feof(file) && !ferror(file)) {
        if (capacity - size < 2) text = realloc(text, capacity = capacity ? 2 * capacity : 1 << 16);
        if (!text) break;
        size += fread(text + size, 1, capacity - size - 1, file);
    }
    bool failed = !file || !text || ferror(file);
    if (failed) fprintf(stderr, "lockstep: cannot read %s: %s\n", path, strerror(errno));
    if (file && !is_stdin) fclose(file);
    if (failed) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    *out_size = size;
    return text;
}
