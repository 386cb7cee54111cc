/* What the processes write: read on the loop, into their lines. */
#include "job.h"

void run_handle_closed(uv_handle_t *handle)
{
    run_job *job = handle->loop->data;
    job->handles--;
}

static void close_stream(struct run_stream *stream)
{
    if (!stream->is_open) return;
    stream->is_open = false;
    run_line_end(&stream->line);
    uv_close((uv_handle_t *)&stream->pipe, run_handle_closed);
}

void run_streams_close(run_job *job)
{
    for (int i = 0; i < 2 * job->count; i++) close_stream(&job->workers[i / 2].streams[i % 2]);
}

static void lend_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *out_buffer)
{
    static char buffer[64 << 10]; /* one read at a time */
    *out_buffer = uv_buf_init(buffer, sizeof(buffer));
}

static void output_came(uv_stream_t *pipe, ssize_t got, const uv_buf_t *buffer)
{
    struct run_stream *stream = pipe->data;
    run_job *job = pipe->loop->data;
    if (got < 0) {
        close_stream(stream);
    } else {
        run_line_add(&stream->line, buffer->base, (size_t)got);
        run_streams_set_paused(job, run_console_is_full(job->console));
    }
}

void run_streams_set_paused(run_job *job, bool is_paused)
{
    if (job->is_paused == is_paused) return;
    job->is_paused = is_paused;
    for (int i = 0; i < 2 * job->count; i++) {
        struct run_stream *stream = &job->workers[i / 2].streams[i % 2];
        if (!stream->is_open) continue;
        if (is_paused)
            uv_read_stop((uv_stream_t *)&stream->pipe);
        else
            uv_read_start((uv_stream_t *)&stream->pipe, lend_buffer, output_came);
    }
}

void run_stream_open(run_worker *worker, int index, int end)
{
    run_job *job = worker->job;
    struct run_stream *stream = &worker->streams[index];
    *stream = (struct run_stream){.line = {.output = &worker->output, .fd = index + 1}, .is_open = true};
    uv_pipe_init(&job->loop, &stream->pipe, 0);
    stream->pipe.data = stream;
    job->handles++;
    uv_pipe_open(&stream->pipe, end);
    if (!job->is_paused) uv_read_start((uv_stream_t *)&stream->pipe, lend_buffer, output_came);
}
