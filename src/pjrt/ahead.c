/* Compiling for devices that are not here. The plugin runs in a child process: it reads its environment there, takes
 * locks of its own, and may end its process. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "pjrt/internal.h"

/* What libtpu reads: do not ask the cloud's metadata server, write no logs, share the machine with other processes. */
static const char *const environment[][2] = {
    {"TPU_SKIP_MDS_QUERY", "1"},         {"TPU_LOG_DIR", "disabled"},           {"TPU_MIN_LOG_LEVEL", "3"},
    {"ALLOW_MULTIPLE_LIBTPU_LOAD", "1"}, {"TPU_WORKER_HOSTNAMES", "localhost"}, /* this and the next only keep it quiet
                                                                                 */
    {"TPU_ACCELERATOR_TYPE", "v3-8"},
};

/* What the child tells. */
struct report {
    ls_status status;
    int64_t code_bytes;
    char message[3072];
};

struct request {
    const char *plugin_path, *topology, *text;
    size_t size;
    int num_replicas;
};

static ls_status compile_for(const PJRT_Api *api, PJRT_TopologyDescription *topology, const struct request *request,
                             PJRT_Executable **out_executable)
{
    int *ids = calloc((size_t)request->num_replicas, sizeof(int));
    if (!ids) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    for (int i = 0; i < request->num_replicas; i++) ids[i] = i;
    char *bytes;
    size_t bytes_size;
    ls_status status = ls_pjrt_options_encode(
        &(ls_pjrt_compile_options){.num_replicas = request->num_replicas, .device_ids = ids}, &bytes, &bytes_size);
    free(ids);
    if (status != LS_OK) return status;
    PJRT_Program program = PJRT_NEW(Program, .code = (char *)request->text, .code_size = request->size,
                                    .format = "mlir", .format_size = 4);
    PJRT_Compile_Args args = PJRT_NEW(Compile_Args, .topology = topology, .program = &program, .compile_options = bytes,
                                      .compile_options_size = bytes_size);
    status = LS_PJRT_CALL(api, Compile, &args);
    free(bytes);
    *out_executable = args.executable;
    return status;
}

static ls_status work(const struct request *request, int64_t *out_code_bytes)
{
    ls_pjrt_plugin *plugin;
    LS_TRY(ls_pjrt_plugin_load(request->plugin_path, &plugin));
    const PJRT_Api *api = plugin->api;
    PJRT_TopologyDescription_Create_Args create =
        PJRT_NEW(TopologyDescription_Create_Args, .topology_name = request->topology,
                 .topology_name_size = strlen(request->topology));
    LS_TRY(ls_context(LS_PJRT_CALL(api, TopologyDescription_Create, &create), "topology %s", request->topology));
    PJRT_Executable *executable = NULL;
    LS_TRY(compile_for(api, create.topology, request, &executable));
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args size =
        PJRT_NEW(Executable_SizeOfGeneratedCodeInBytes_Args, .executable = executable);
    LS_TRY(LS_PJRT_CALL(api, Executable_SizeOfGeneratedCodeInBytes, &size));
    *out_code_bytes = size.size_in_bytes;
    return LS_OK; /* the process ends now, and with it executable and topology */
}

_Noreturn static void child(const struct request *request, int pipe_end)
{
    for (size_t i = 0; i < sizeof(environment) / sizeof(environment[0]); i++)
        setenv(environment[i][0], environment[i][1], 0);
    struct report report = {0};
    report.status = work(request, &report.code_bytes);
    if (report.status != LS_OK) snprintf(report.message, sizeof(report.message), "%s", ls_last_error());
    ssize_t written = write(pipe_end, &report, sizeof(report)); /* fits into the pipe */
    _exit(written != sizeof(report));
}

/* Reads the child's report; false if it ended without one or the deadline passed (`*out_late`). */
static bool read_report(int pipe_end, ls_deadline deadline, struct report *out_report, bool *out_late)
{
    size_t have = 0;
    while (have < sizeof(*out_report)) {
        int64_t left = ls_deadline_left_ms(deadline);
        struct pollfd wait = {.fd = pipe_end, .events = POLLIN};
        int ready = poll(&wait, 1, left > 60000 ? 60000 : (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0 && !ls_deadline_passed(deadline)) continue;
        *out_late = ready <= 0;
        if (*out_late) return false;
        ssize_t got = read(pipe_end, (char *)out_report + have, sizeof(*out_report) - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        have += (size_t)got;
    }
    return true;
}

ls_status ls_pjrt_compile_ahead(const char *plugin_path, const char *topology, const char *text, size_t size,
                                int num_replicas, ls_deadline deadline, int64_t *out_code_bytes)
{
    *out_code_bytes = 0;
    if (num_replicas < 1)
        return ls_fail(LS_INVALID_ARGUMENT, "a program has at least one replica, not %d", num_replicas);
    struct request request = {plugin_path, topology, text, size, num_replicas};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no pipe to the compiler: %s", strerror(errno));
    pid_t pid = fork();
    if (pid == 0) child(&request, ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return ls_fail(LS_RESOURCE_EXHAUSTED, "no process for the compiler: %s", strerror(errno));
    }
    struct report report = {0};
    bool late = false, told = read_report(ends[0], deadline, &report, &late);
    close(ends[0]);
    if (!told) kill(pid, SIGKILL);
    int ended = 0;
    while (waitpid(pid, &ended, 0) < 0 && errno == EINTR) {
    }
    if (late) return ls_fail(LS_DEADLINE_EXCEEDED, "%s did not compile the program in time", plugin_path);
    if (!told)
        return ls_fail(LS_ABORTED, "%s ended its process while compiling for %s: %s", plugin_path, topology,
                       WIFSIGNALED(ended) ? strsignal(WTERMSIG(ended)) : "it exited");
    *out_code_bytes = report.code_bytes;
    return report.status == LS_OK ? LS_OK : ls_fail(report.status, "%s", report.message);
}
