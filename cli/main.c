#include <stdio.h>
#include <string.h>

#include "base/env.h"
#include "commands.h"
#include <lockstep/status.h>

static const struct command {
    const char *words;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
#define COMMAND(words, function, what) {words, function, what},
#include "commands.def"
#undef COMMAND
};
#define COMMAND_COUNT (sizeof(commands) / sizeof(commands[0]))

int print_error(void)
{
    fprintf(stderr, "lockstep: %s\n", ls_last_error());
    return 1;
}

int command_version(int argc, char **argv)
{
    puts("lockstep " LS_VERSION);
    return 0;
}

int command_env(int argc, char **argv)
{
    for (int i = 0; i < LS_ENV_COUNT; i++) {
        const ls_env_info *info = &ls_env_table[i];
        const char *value = ls_env_get((ls_env)i);
        printf("%s%s%s\n    %s", info->name, value ? "=" : "", value ? value : "", info->what);
        printf(*info->fallback ? " (default: %s)\n" : "\n", info->fallback);
    }
    return 0;
}

static int print_help(FILE *out)
{
    fputs("usage: lockstep COMMAND [OPTION...]\n\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) fprintf(out, "  %-14s %s\n", commands[i].words, commands[i].what);
    fputs("\n`lockstep COMMAND --help` lists a command's options.\n", out);
    return out == stdout ? 0 : 2;
}

/* How many words of the command line name `command`; 0 if it is another one. */
static int matching_words(const char *words, int argc, char **argv)
{
    char copy[64], *rest = copy;
    snprintf(copy, sizeof(copy), "%s", words);
    int count = 0;
    for (char *word; (word = strsep(&rest, " ")); count++)
        if (count + 1 >= argc || strcmp(argv[count + 1], word)) return 0;
    return count;
}

int main(int argc, char **argv)
{
    if (argc < 2) return print_help(stderr);
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return print_help(stdout);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        int words = matching_words(commands[i].words, argc, argv);
        if (!words) continue;
        char name[80];
        snprintf(name, sizeof(name), "lockstep %s", commands[i].words);
        argv[words] = name;
        return commands[i].run(argc - words, argv + words);
    }
    fprintf(stderr, "lockstep: no command \"%s%s%s\"\n\n", argv[1], argc > 2 ? " " : "", argc > 2 ? argv[2] : "");
    return print_help(stderr);
}
