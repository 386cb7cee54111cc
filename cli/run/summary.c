#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

/* What a failure means, where that is not plain: by signal or exit status. */
static const struct hint {
    bool was_killed;
    int code;
    const char *text;
} hints[] = {
    {true, SIGKILL, "unless somebody sent that signal, the system ran out of memory (dmesg tells)"},
    {true, SIGBUS, "often a full /dev/shm or file system under a mapped file"},
    {true, SIGSEGV, "a wild memory access; a core file or a run under gdb shows where"},
    {true, SIGILL, "built for another kind of processor than this one?"},
    {false, 126, "the program could not be executed"},
    {false, 127, "the program was not found"},
};

void run_summary_print(run_console *console, const run_failure *failure, const char *consequence)
{
    char text[16384];
    size_t used;
    if (failure->was_killed)
        used = (size_t)snprintf(text, sizeof(text), "lockstep run: %s was killed by SIG%s (%s) after %.1f s; %s\n",
                                failure->who, sigabbrev_np(failure->code), sigdescr_np(failure->code), failure->after_s,
                                consequence);
    else
        used = (size_t)snprintf(text, sizeof(text), "lockstep run: %s exited with status %d after %.1f s; %s\n",
                                failure->who, failure->code, failure->after_s, consequence);
    const run_output *output = failure->output;
    int shown = output->tail_count < RUN_SHORT_TAIL || output->is_agent ? output->tail_count : RUN_SHORT_TAIL;
    for (int i = 0; i < shown; i++) {
        int line = (output->tail_next + RUN_TAIL_LINES - shown + i) % RUN_TAIL_LINES;
        used += (size_t)snprintf(text + used, sizeof(text) - used, "    %s\n", output->tail[line]);
    }
    if (*failure->error) used += (size_t)snprintf(text + used, sizeof(text) - used, "  error: %s\n", failure->error);
    for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
        if (hints[i].was_killed == failure->was_killed && hints[i].code == failure->code)
            used += (size_t)snprintf(text + used, sizeof(text) - used, "  hint: %s\n", hints[i].text);
    if (*failure->log)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "  all its output: %s\n", failure->log);
    run_console_put(console, STDERR_FILENO, text, used < sizeof(text) ? used : sizeof(text) - 1);
}
