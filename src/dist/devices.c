#include "dist/devices.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/env.h"
#include "base/error.h"
#include "base/thread.h"
#include "dist/process.h"
#include "dist/tpu.h"

#define MOST_DEFAULT_DEVICES 8
#define PROBE_TIMEOUT_MS (5 * 60 * 1000)

static bool device_is(const char *name)
{
    const char *device = ls_env_get(LS_ENV_PJRT_DEVICE);
    return !strcasecmp(device ? device : "CPU", name);
}

bool ls_device_is_cpu(void)
{
    return device_is("CPU");
}

bool ls_device_is_tpu(void)
{
    return device_is("TPU");
}

static ls_status cpu_device_count(int *out_count)
{
    int cores = ls_cpu_count();
    int64_t count = cores < MOST_DEFAULT_DEVICES ? cores : MOST_DEFAULT_DEVICES;
    LS_TRY(ls_env_get_int(LS_ENV_CPU_NUM_DEVICES, count, 1, 4096, &count));
    LS_TRY(ls_env_get_int(LS_ENV_LOCKSTEP_CPU_DEVICES, count, 1, 4096, &count));
    *out_count = (int)count;
    return LS_OK;
}

/* --- Asking a plugin in a child ------------------------------------------------------------------------------ */

struct answer {
    int count;
    ls_status status;
    char message[1000];
};

static ls_status count_here(int *out_count)
{
    char path[4096];
    ls_pjrt_plugin *plugin;
    ls_pjrt_client *client;
    LS_TRY(ls_pjrt_plugin_path(path, sizeof(path)));
    LS_TRY(ls_pjrt_plugin_load(path, &plugin));
    LS_TRY(ls_pjrt_client_create(plugin, NULL, 0, NULL, &client));
    *out_count = ls_pjrt_client_addressable_count(client);
    return LS_OK;
}

static _Noreturn void probe_child(int out)
{
    struct answer answer = {0};
    answer.status = count_here(&answer.count);
    if (answer.status != LS_OK) snprintf(answer.message, sizeof(answer.message), "%s", ls_last_error());
    ssize_t written = write(out, &answer, sizeof(answer));
    _exit(written == (ssize_t)sizeof(answer) ? 0 : 1);
}

/* Reads the answer; false if the child ended or the time passed without one. */
static bool probe_read(int in, struct answer *out)
{
    ls_deadline deadline = ls_deadline_in_ms(PROBE_TIMEOUT_MS);
    size_t have = 0;
    while (have < sizeof(*out)) {
        struct pollfd poll_in = {.fd = in, .events = POLLIN};
        int ready = poll(&poll_in, 1, (int)ls_deadline_left_ms(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        ssize_t got = read(in, (char *)out + have, sizeof(*out) - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        have += (size_t)got;
    }
    return true;
}

static ls_status probe(int *out_count)
{
    if (ls_process_live_clients())
        return ls_fail(LS_FAILED_PRECONDITION,
                       "a device was used in this process before ls_spawn: spawn first, use devices in the "
                       "ranks, or give num_ranks");
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return ls_fail(LS_RESOURCE_EXHAUSTED, "pipe: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) probe_child(ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "fork: %s", strerror(errno));
    }
    struct answer answer = {0};
    bool answered = probe_read(ends[0], &answer);
    close(ends[0]);
    kill(pid, SIGKILL);
    int how = 0;
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    if (!answered)
        return ls_fail(LS_UNAVAILABLE, "the plugin did not tell how many devices there are: creating its client %s%s",
                       WIFSIGNALED(how) && WTERMSIG(how) != SIGKILL ? "ended the process with SIG" : "did not return",
                       WIFSIGNALED(how) && WTERMSIG(how) != SIGKILL ? sigabbrev_np(WTERMSIG(how)) : "");
    if (answer.status != LS_OK) return ls_fail(answer.status, "%s", answer.message);
    *out_count = answer.count;
    return LS_OK;
}

ls_status ls_device_count(int *out_count)
{
    *out_count = 0;
    if (ls_device_is_cpu()) return cpu_device_count(out_count);
    if (ls_device_is_tpu()) {
        ls_tpu_host host;
        ls_tpu_host_read(&host);
        *out_count = ls_tpu_devices(&host);
        if (*out_count) return LS_OK;
    }
    return ls_context(probe(out_count), "cannot count this host's devices");
}

int ls_device_default_processes(void)
{
    if (!ls_device_is_tpu()) return 1;
    ls_tpu_host host;
    ls_tpu_host_read(&host);
    return ls_tpu_processes(&host);
}
