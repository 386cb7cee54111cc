/* Jobs on several hosts: a file says which, a remote shell starts an agent on each, which is `lockstep run` again, with
 * its part of the job. The agent ends its ranks when its standard input ends: that is, with the launcher or the
 * connection. */
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "run.h"
#include <lockstep/store.h>

/* --- The file ------------------------------------------------------------------------------------------------ */

/* "name", "name slots=4" or "name:4"; the rest of a line behind # is a remark. */
static ls_status read_line(char *line, int number, const char *path, int slots, run_hosts *hosts)
{
    line[strcspn(line, "#\n")] = 0;
    char *rest = line + strspn(line, " \t"), *name = strsep(&rest, " \t");
    if (!*name) return LS_OK;
    char *count = strchr(name, ':');
    if (count) *count++ = 0;
    if (rest && (rest = strstr(rest, "slots="))) count = rest + strlen("slots=");
    if (count) slots = atoi(count);
    if (slots < 1 || strlen(name) >= sizeof(hosts->list[0].name))
        return ls_fail(LS_INVALID_ARGUMENT, "%s, line %d: not \"host\" or \"host slots=N\"", path, number);
    if (hosts->count == RUN_MAX_HOSTS)
        return ls_fail(LS_INVALID_ARGUMENT, "%s names more than %d hosts", path, RUN_MAX_HOSTS);
    run_host *host = &hosts->list[hosts->count++];
    *host = (run_host){.first_process = hosts->processes, .processes = slots};
    snprintf(host->name, sizeof(host->name), "%s", name);
    hosts->processes += slots;
    return LS_OK;
}

ls_status run_hosts_read(const char *path, int slots, run_hosts *out_hosts)
{
    *out_hosts = (run_hosts){0};
    FILE *file = fopen(path, "re");
    if (!file) return ls_fail(LS_NOT_FOUND, "cannot read %s: %s", path, strerror(errno));
    char *line = NULL;
    size_t capacity = 0;
    ls_status status = LS_OK;
    for (int number = 1; status == LS_OK && getline(&line, &capacity, file) >= 0; number++)
        status = read_line(line, number, path, slots, out_hosts);
    free(line);
    fclose(file);
    if (status == LS_OK && !out_hosts->count) return ls_fail(LS_INVALID_ARGUMENT, "%s names no host", path);
    return status;
}

/* --- Addresses ------------------------------------------------------------------------------------------------ */

static bool is_loopback_name(const char *name)
{
    return !strcmp(name, "localhost") || !strncmp(name, "127.", 4) || !strcmp(name, "::1");
}

static bool resolves_beyond_loopback(const char *name)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    if (getaddrinfo(name, NULL, &hints, &list)) return false;
    bool found = false;
    for (struct addrinfo *a = list; a; a = a->ai_next) {
        char text[64];
        if (!getnameinfo(a->ai_addr, a->ai_addrlen, text, sizeof(text), NULL, 0, NI_NUMERICHOST))
            found |= !is_loopback_name(text);
    }
    freeaddrinfo(list);
    return found;
}

ls_status run_hosts_find_master(const run_hosts *hosts, const char *given, char *out, size_t size)
{
    bool all_here = true;
    char own[256] = "";
    for (int i = 0; i < hosts->count; i++) all_here = all_here && is_loopback_name(hosts->list[i].name);
    gethostname(own, sizeof(own) - 1);
    if (given || all_here) {
        snprintf(out, size, "%s", given ? given : "127.0.0.1");
        return LS_OK;
    }
    if (!resolves_beyond_loopback(own))
        return ls_fail(LS_FAILED_PRECONDITION,
                       "this host's name \"%s\" gives no address that other hosts could reach: name one with "
                       "--master-addr",
                       own);
    snprintf(out, size, "%s", own);
    return LS_OK;
}

/* --- The agent's command --------------------------------------------------------------------------------------- */

/* As one word for a shell. */
static void put_quoted(FILE *out, const char *word)
{
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

static bool is_passed_on(const char *variable)
{
    static const char *const prefixes[] = {"LOCKSTEP_", "PJRT_", "OMP_NUM_THREADS=", "LD_LIBRARY_PATH="};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (!strncmp(variable, prefixes[i], strlen(prefixes[i]))) return true;
    return false;
}

/* "cd FOLDER && exec env A=1 lockstep run --agent=... program": for the remote shell. */
static char *make_command(const run_options *o, const run_host *host, const char *agent)
{
    char *text = NULL, path[4096], folder[4096], number[32];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (!out || length < 0 || !getcwd(folder, sizeof(folder))) {
        if (out) fclose(out);
        free(text);
        return NULL;
    }
    path[length] = 0;
    fputs("cd ", out);
    put_quoted(out, folder);
    fputs(" && exec env", out);
    for (char **variable = environ; *variable; variable++)
        if (is_passed_on(*variable)) {
            fputc(' ', out);
            put_quoted(out, *variable);
        }
    snprintf(number, sizeof(number), "%d", host->processes);
    const char *const words[] = {path, "run", agent, "-n", number};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) fputc(' ', out), put_quoted(out, words[i]);
    fprintf(out, " --threads %d --grace %lld%s", o->threads, (long long)(o->grace_ms / 1000),
            o->is_unbound ? " --no-bind" : "");
    if (o->log_dir) fputs(" --log-dir ", out), put_quoted(out, o->log_dir);
    fputs(" --", out);
    for (char **word = o->program; *word; word++) fputc(' ', out), put_quoted(out, *word);
    fclose(out);
    return text;
}

char **run_hosts_command(const run_options *o, int index, int port, int restart)
{
    const run_host *host = &o->hosts->list[index];
    char agent[512], *shell, *words[16];
    int count = 0;
    snprintf(agent, sizeof(agent), "--agent=%d,%d,%d,%d,%d,%s", host->first_process, o->hosts->processes, restart,
             o->restarts, port, o->master);
    char *command = make_command(o, host, agent);
    shell = strdup(is_loopback_name(host->name) && !o->uses_shell_for_all ? "" : o->shell);
    if (!command || !shell) {
        free(command);
        free(shell);
        return NULL;
    }
    for (char *rest = shell, *word; count < 8 && (word = strsep(&rest, " "));)
        if (*word) words[count++] = word;
    if (count)
        words[count++] = (char *)(uintptr_t)host->name;
    else
        words[count++] = (char *)(uintptr_t) "/bin/sh", words[count++] = (char *)(uintptr_t) "-c";
    words[count++] = command;
    char **result = calloc((size_t)count + 1, sizeof(*result));
    for (int i = 0; result && i < count; i++) result[i] = strdup(words[i]);
    free(command);
    free(shell);
    return result;
}

ls_status run_agent_read(const char *text, run_agent *out_agent)
{
    int used = 0;
    *out_agent = (run_agent){0};
    if (sscanf(text, "%d,%d,%d,%d,%d,%n", &out_agent->first_process, &out_agent->process_count, &out_agent->restart,
               &out_agent->restarts, &out_agent->port, &used) != 5 ||
        !used || strlen(text + used) >= sizeof(out_agent->master))
        return ls_fail(LS_INVALID_ARGUMENT, "--agent=%s is not what another lockstep run says", text);
    snprintf(out_agent->master, sizeof(out_agent->master), "%s", text + used);
    out_agent->is_agent = true;
    return LS_OK;
}

/* --- The first failure ----------------------------------------------------------------------------------------- */

#define TALK_MS 1000

static ls_store *open_notes(const char *host, int port, int restart, char *out_key, size_t size)
{
    ls_store *store = NULL;
    snprintf(out_key, size, "lockstep run/%d/first failure", restart);
    ls_store_create_tcp(&(ls_store_tcp_options){.host = host, .port = port, .timeout_ms = TALK_MS}, &store);
    return store;
}

void run_note_failure(const run_agent *agent)
{
    char key[64], number[16];
    void *first = NULL;
    ls_store *store = open_notes(agent->master, agent->port, agent->restart, key, sizeof(key));
    if (!store) return;
    int size = snprintf(number, sizeof(number), "%d", agent->first_process);
    ls_store_compare_set(store, key, NULL, 0, number, (size_t)size, &first, NULL, TALK_MS);
    free(first);
    ls_store_destroy(store);
}

int run_first_failure(int port, int restart)
{
    char key[64];
    bool is_there = false;
    void *number = NULL;
    ls_store *store = open_notes("127.0.0.1", port, restart, key, sizeof(key));
    if (store && ls_store_check(store, (const char *const[]){key}, 1, &is_there, TALK_MS) == LS_OK && is_there)
        ls_store_get(store, key, &number, NULL, TALK_MS);
    int process = number ? atoi(number) : -1;
    free(number);
    ls_store_destroy(store);
    return process;
}
