#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

#define LONGEST ((size_t)64 << 10) /* a longer line is passed on in pieces */

/* Files do not block for long; one that is full is no reason to end the job. */
static void log_write(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno != EINTR) return;
        if (written < 0) continue;
        data += written;
        size -= (size_t)written;
    }
}

static void keep_in_tail(run_output *output, const char *text, size_t size)
{
    if (size && text[size - 1] == '\r') size--;
    if (!size) return;
    snprintf(output->tail[output->tail_next], sizeof(output->tail[0]), "%.*s%s",
             (int)(size < RUN_TAIL_WIDTH ? size : RUN_TAIL_WIDTH), text, size > RUN_TAIL_WIDTH ? "..." : "");
    output->tail_next = (output->tail_next + 1) % RUN_TAIL_LINES;
    if (output->tail_count < RUN_TAIL_LINES) output->tail_count++;
}

void run_output_name(const run_output *output, char separator, char *out, size_t size)
{
    int first = output->first_rank;
    if (output->rank_count == 1)
        snprintf(out, size, "rank%c%d", separator, first);
    else
        snprintf(out, size, "ranks%c%d-%d", separator, first, first + output->rank_count - 1);
}

/* "[rank 3] ", or "" if the line begins so already, with a rank of the process. */
static void make_prefix(const run_output *output, const char *text, size_t size, char *out, size_t out_size)
{
    char start[32], name[48];
    snprintf(start, sizeof(start), "%.*s", (int)(size < sizeof(start) ? size : sizeof(start) - 1), text);
    int rank, length = 0;
    bool is_there = sscanf(start, "[rank %d]%n", &rank, &length) == 1 && start[length] == ' ' &&
                    rank >= output->first_rank && rank < output->first_rank + output->rank_count;
    run_output_name(output, ' ', name, sizeof(name));
    *out = 0;
    if (!is_there && !output->is_agent) snprintf(out, out_size, "[%s] ", name);
}

/* Passes on the first `size` bytes of the line's text as a whole line. `text` has room for a newline. */
static void pass_on(run_line *line, char *text, size_t size)
{
    run_output *output = line->output;
    char kept = text[size];
    text[size] = '\n';
    if (output->log_fd >= 0) log_write(output->log_fd, text, size + 1);
    if (output->console) {
        char prefix[64];
        make_prefix(output, text, size, prefix, sizeof(prefix));
        size_t before = strlen(prefix);
        char *whole = malloc(before + size + 1);
        if (whole) {
            memcpy(whole, prefix, before);
            memcpy(whole + before, text, size + 1);
            run_console_put(output->console, line->fd, whole, before + size + 1);
        }
        free(whole);
    }
    text[size] = kept;
    if (line->fd == STDERR_FILENO) keep_in_tail(output, text, size);
}

void run_line_add(run_line *line, const char *data, size_t size)
{
    size_t needed = line->used + size + 1;
    if (needed > line->capacity) {
        char *larger = realloc(line->text, 2 * needed);
        if (!larger) return;
        line->text = larger;
        line->capacity = 2 * needed;
    }
    memcpy(line->text + line->used, data, size);
    line->used += size;
    char *start = line->text, *end = line->text + line->used;
    for (char *newline; (newline = memchr(start, '\n', (size_t)(end - start))); start = newline + 1)
        pass_on(line, start, (size_t)(newline - start));
    line->used = (size_t)(end - start);
    memmove(line->text, start, line->used);
    if (line->used < LONGEST) return;
    pass_on(line, line->text, line->used);
    line->used = 0;
}

void run_line_end(run_line *line)
{
    if (line->used) pass_on(line, line->text, line->used);
    free(line->text);
    *line = (run_line){.output = line->output, .fd = line->fd};
}
