/* Traces: every step of every device, as Chrome's trace format has it, which Perfetto shows. The file is a list that
 * may lack its end, so it can be read at any time, also after the process was killed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"
#include "cpu/plugin.h"

enum { MOST_BYTES = 256 << 20 };

struct ls_cpu_trace {
    pthread_mutex_t lock;
    FILE *file;
    long bytes;
};

static void write_name(struct ls_cpu_trace *trace, const char *what, int device, const char *name, int number)
{
    fprintf(trace->file, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s %d\"}},\n", what,
            (int)getpid(), device, name, number);
}

ls_status ls_cpu_trace_create(const PJRT_Client *client, struct ls_cpu_trace **out_trace)
{
    static atomic_int clients; /* for names of files only */
    *out_trace = NULL;
    const char *folder = ls_env_get(LS_ENV_LOCKSTEP_TRACE);
    if (!folder) return LS_OK;
    char path[4096];
    snprintf(path, sizeof(path), "%s/trace-%d-%d.json", folder, (int)getpid(), atomic_fetch_add(&clients, 1));
    struct ls_cpu_trace *trace = calloc(1, sizeof(*trace));
    if (trace) trace->file = fopen(path, "we");
    if (!trace || !trace->file) {
        ls_status status = ls_fail(LS_NOT_FOUND, "LOCKSTEP_TRACE: cannot write %s: %s", path, strerror(errno));
        free(trace);
        return status;
    }
    pthread_mutex_init(&trace->lock, NULL);
    fputs("[\n", trace->file);
    write_name(trace, "process_name", 0, "process", (int)client->options.node_id);
    for (int i = 0; i < client->own_count; i++)
        write_name(trace, "thread_name", client->own_list[i]->description.id, "cpu",
                   client->own_list[i]->description.id);
    *out_trace = trace;
    return LS_OK;
}

void ls_cpu_trace_destroy(struct ls_cpu_trace *trace)
{
    if (!trace) return;
    if (trace->bytes >= MOST_BYTES)
        ls_log_write(LS_LOG_WARNING, "the trace is full: what came after %d MB is not in it", MOST_BYTES >> 20);
    fputs("{}]\n", trace->file);
    fclose(trace->file);
    pthread_mutex_destroy(&trace->lock);
    free(trace);
}

/* A name as it may stand in a JSON string. */
static const char *plain(const char *name, char *out, size_t size)
{
    size_t i = 0;
    for (; name[i] && i + 1 < size; i++)
        out[i] = name[i] == '"' || name[i] == '\\' || (unsigned char)name[i] < ' ' ? '_' : name[i];
    out[i] = 0;
    return out;
}

void ls_cpu_trace_add(struct ls_cpu_trace *trace, int device, const char *name, const char *kernel, uint32_t line,
                      int64_t start_ns, int64_t end_ns)
{
    char safe[128];
    pthread_mutex_lock(&trace->lock);
    if (trace->bytes < MOST_BYTES)
        trace->bytes +=
            fprintf(trace->file,
                    "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,"
                    "\"args\":{\"line\":%u}},\n",
                    plain(name, safe, sizeof(safe)), kernel, (int)getpid(), device, (double)start_ns / 1e3,
                    (double)(end_ns - start_ns) / 1e3, line);
    pthread_mutex_unlock(&trace->lock);
}
