/* lockstep run: options. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "commands.h"
#include "dist/devices.h"
#include "run.h"
#include <lockstep/distributed.h>

enum {
    OPTION_THREADS = 1,
    OPTION_LOG_DIR,
    OPTION_RESTARTS,
    OPTION_GRACE,
    OPTION_NO_BIND,
    OPTION_HOSTS,
    OPTION_RSH,
    OPTION_MASTER_ADDR,
    OPTION_AGENT
};

static const struct argp_option argp_options[] = {
    {"procs", 'n', "N", 0, "processes on this host (default: as many as give each of its devices a rank)", 0},
    {"threads", OPTION_THREADS, "T", 0, "ranks in each process, as threads (default 1)", 0},
    {"log-dir", OPTION_LOG_DIR, "DIR", 0, "each process's output into a file there; the console shows rank 0 only", 0},
    {"restarts", OPTION_RESTARTS, "N", 0, "after a failure start all ranks again, at most N times (default 0)", 0},
    {"grace", OPTION_GRACE, "SECONDS", 0, "from SIGTERM to SIGKILL, when ranks are ended (default 2)", 0},
    {"no-bind", OPTION_NO_BIND, NULL, 0, "let every process run on all processors, not on its share of them", 0},
    {"hosts", OPTION_HOSTS, "FILE", 0, "start processes on the hosts in FILE: lines \"name slots=N\" (default: -n)", 0},
    {"rsh", OPTION_RSH, "COMMAND", 0, "starts a command on another host (default ssh); given, on this one too", 0},
    {"master-addr", OPTION_MASTER_ADDR, "ADDRESS", 0, "where other hosts reach this one (default: its name)", 0},
    {"agent", OPTION_AGENT, "PART", OPTION_HIDDEN, NULL, 0}, /* what a launcher with --hosts says to those it starts */
    {0},
};

/* What the options say that is not kept as it is. */
struct call {
    run_options options;
    run_hosts hosts;
    const char *hosts_file, *master, *agent;
};

/* A number of an option; ends the program with a message if it is none. */
static long parse_number(const char *text, long min, long max, const char *what, const struct argp_state *state)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < min || value > max)
        argp_error(state, "\"%s\" is not %s from %ld to %ld", text, what, min, max);
    return value;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct call *call = state->input;
    run_options *o = &call->options;
    switch (key) {
    case 'n': o->processes = (int)parse_number(text, 1, LS_MAX_LOCAL_RANKS, "a number of processes", state); break;
    case OPTION_THREADS:
        o->threads = (int)parse_number(text, 1, LS_MAX_LOCAL_RANKS, "a number of threads", state);
        break;
    case OPTION_LOG_DIR: o->log_dir = text; break;
    case OPTION_RESTARTS: o->restarts = (int)parse_number(text, 0, 1000000, "a number of restarts", state); break;
    case OPTION_GRACE: o->grace_ms = 1000 * parse_number(text, 0, 86400, "a number of seconds", state); break;
    case OPTION_NO_BIND: o->is_unbound = true; break;
    case OPTION_HOSTS: call->hosts_file = text; break;
    case OPTION_RSH:
        o->shell = text;
        o->uses_shell_for_all = true;
        break;
    case OPTION_MASTER_ADDR: call->master = text; break;
    case OPTION_AGENT: call->agent = text; break;
    case ARGP_KEY_ARG:
        o->program = &state->argv[state->next - 1]; /* the rest is the program's */
        state->next = state->argc;
        break;
    case ARGP_KEY_END:
        if (!o->program) argp_error(state, "which program?");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* One rank per device, unless told otherwise. */
static ls_status choose_processes(run_options *o)
{
    if (!o->threads) o->threads = 1;
    if (!o->processes) {
        int devices;
        LS_TRY(ls_device_count(&devices));
        o->processes = devices / o->threads > 0 ? devices / o->threads : 1;
    }
    if (o->processes * o->threads <= LS_MAX_LOCAL_RANKS) return LS_OK;
    return ls_fail(LS_INVALID_ARGUMENT, "%d processes with %d ranks each: a host has at most %d ranks", o->processes,
                   o->threads, LS_MAX_LOCAL_RANKS);
}

/* Makes the folder and those above it. */
static ls_status make_folder(const char *path)
{
    char part[4096];
    for (const char *end = path; *end;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        snprintf(part, sizeof(part), "%.*s", (int)(end - path), path);
        if (mkdir(part, 0777) && errno != EEXIST)
            return ls_fail(LS_PERMISSION_DENIED, "cannot make the folder %s: %s", part, strerror(errno));
    }
    return LS_OK;
}

/* Several hosts, or a part of a job on them. */
static ls_status choose_hosts(struct call *call)
{
    run_options *o = &call->options;
    if (call->agent) LS_TRY(run_agent_read(call->agent, &o->agent));
    if (!call->hosts_file) return LS_OK;
    LS_TRY(run_hosts_read(call->hosts_file, o->processes ? o->processes : 1, &call->hosts));
    LS_TRY(run_hosts_find_master(&call->hosts, call->master, o->master, sizeof(o->master)));
    o->hosts = &call->hosts;
    o->processes = 1; /* of hosts that say nothing: read already */
    return LS_OK;
}

static int supervise(void *arg, int parent_gone, const sigset_t *mask)
{
    return run_supervise(arg, parent_gone, mask);
}

int command_run(int argc, char **argv)
{
    static struct call call = {.options = {.grace_ms = 2000, .shell = "ssh"}};
    run_options *o = &call.options;
    const struct argp argp = {
        argp_options,
        parse,
        "PROGRAM [ARGUMENT...]",
        "Starts PROGRAM as the processes of a job on this host, each with RANK, WORLD_SIZE and the other variables "
        "that "
        "torchrun sets, and watches over them: when one fails, the others are ended and the failure is told last.\v"
        "Lines of output begin with the rank. The exit status is that of the first process that failed, 128 and the "
        "signal's number if a signal ended it or the job (130 after Ctrl-C).",
        NULL,
        NULL,
        NULL};
    if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &call)) return 2;
    ls_status status = choose_hosts(&call);
    if (status == LS_OK) status = choose_processes(o);
    if (status == LS_OK && o->log_dir && !o->hosts) status = make_folder(o->log_dir);
    if (status != LS_OK) return print_error();
    fflush(NULL);
    return run_guarded(supervise, o);
}
