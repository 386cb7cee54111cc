/* lockstep aot: does another plugin's compiler take a program? */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "commands.h"
#include "pjrt/client.h"

enum { OPTION_PLUGIN = 1, OPTION_TOPOLOGY, OPTION_REPLICAS };

struct options {
    const char *plugin, *topology, *program;
    int replicas;
};

static const struct argp_option argp_options[] = {
    {"plugin", OPTION_PLUGIN, "FILE", 0, "the PJRT plugin, such as libtpu.so", 0},
    {"topology", OPTION_TOPOLOGY, "NAME", 0, "what it shall compile for, such as v3:2x2", 0},
    {"replicas", OPTION_REPLICAS, "N", 0, "replicas of the launch (default: what the program's module says, else 1)",
     0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case OPTION_PLUGIN: o->plugin = text; break;
    case OPTION_TOPOLOGY: o->topology = text; break;
    case OPTION_REPLICAS:
        o->replicas = atoi(text);
        if (o->replicas < 1) argp_error(state, "\"%s\" is not a number of replicas", text);
        break;
    case ARGP_KEY_ARG:
        if (o->program) argp_usage(state);
        o->program = text;
        break;
    case ARGP_KEY_END:
        if (!o->plugin || !o->topology || !o->program) argp_error(state, "--plugin, --topology and PROGRAM are needed");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The number after "mhlo.num_replicas = " in the module's attributes; 1 if there is none. */
static int module_replicas(const char *text)
{
    static const char key[] = "mhlo.num_replicas = ";
    const char *found = strstr(text, key);
    int replicas = found ? atoi(found + sizeof(key) - 1) : 1;
    return replicas > 0 ? replicas : 1;
}

int command_aot(int argc, char **argv)
{
    struct options o = {0};
    const struct argp argp = {
        argp_options, parse,
        "PROGRAM",    "Compiles PROGRAM, a file of StableHLO text, for a topology, with none of its devices present.",
        NULL,         NULL,
        NULL};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    size_t size;
    char *text = read_file(o.program, &size);
    if (!text) return 1;
    int64_t code_bytes, start = ls_now_ns();
    int replicas = o.replicas ? o.replicas : module_replicas(text);
    ls_status status =
        ls_pjrt_compile_ahead(o.plugin, o.topology, text, size, replicas, ls_deadline_in_ms(0), &code_bytes);
    free(text);
    if (status != LS_OK) return print_error();
    printf("%s compiles for %s: %lld bytes of code, %.2f s\n", o.program, o.topology, (long long)code_bytes,
           1e-9 * (double)(ls_now_ns() - start));
    return 0;
}
