/* Skipped tests as TAP has them. cmocka 1.1.5 prints "not ok 3 # SKIP name", which meson takes for a failure: such
 * lines become "ok 3 - name # SKIP reason" on their way out, with the reason of the last "# skipped: reason" line that
 * the test printed. */
#ifndef LS_TEST_TAP_H
#define LS_TEST_TAP_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((weak)) int ls_test_output_is_filtered;

/* One line, with its end if it has one. */
static inline void ls_test_write_line(const char *line, size_t size)
{
    static char reason[256] = "no reason given";
    char text[512];
    int number, name = 0;
    snprintf(text, sizeof(text), "%.*s", (int)size, line);
    sscanf(text, "# skipped: %255[^\n]", reason);
    if (sscanf(text, "not ok %d # SKIP %n", &number, &name) == 1 && name > 0) {
        text[strcspn(text, "\n")] = 0;
        dprintf(STDOUT_FILENO, "ok %d - %s # SKIP %s\n", number, text + name, reason);
        return;
    }
    for (ssize_t written; size > 0 && (written = write(STDOUT_FILENO, line, size)) > 0; size -= (size_t)written)
        line += written;
}

static inline ssize_t ls_test_write(void *cookie, const char *data, size_t size)
{
    (void)cookie;
    for (size_t at = 0; at < size;) {
        const char *newline = memchr(data + at, '\n', size - at);
        size_t length = newline ? (size_t)(newline + 1 - (data + at)) : size - at;
        ls_test_write_line(data + at, length);
        at += length;
    }
    return (ssize_t)size;
}

__attribute__((constructor)) static inline void ls_test_filter_output(void)
{
    if (ls_test_output_is_filtered++) return;
    FILE *filtered = fopencookie(NULL, "w", (cookie_io_functions_t){.write = ls_test_write});
    if (filtered) stdout = filtered;
}

#endif
