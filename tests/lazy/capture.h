/* Catching what is written to a file descriptor. */
#ifndef TESTS_LAZY_CAPTURE_H
#define TESTS_LAZY_CAPTURE_H

#include <stdio.h>
#include <unistd.h>

#include "ls_test.h"

typedef struct capture {
    int fd, saved;
    FILE *file;
} capture;

static inline capture capture_begin(int fd)
{
    fflush(stdout);
    capture c = {.fd = fd, .saved = dup(fd), .file = tmpfile()};
    dup2(fileno(c.file), fd);
    return c;
}

/* What was written since, freed by the caller. */
static inline char *capture_end(capture *c)
{
    fflush(stdout);
    dup2(c->saved, c->fd);
    close(c->saved);
    long size = lseek(fileno(c->file), 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    assert_int_equal(pread(fileno(c->file), text, (size_t)size, 0), size);
    fclose(c->file);
    return text;
}

#endif
