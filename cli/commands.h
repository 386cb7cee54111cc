/* The commands of `lockstep`. Each gets its own argc and argv, argv[0] being its full name for messages, and returns
 * the exit status: 0; 1 after an error that it has printed; 2 for a wrong call. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#define COMMAND(words, function, what) int function(int argc, char **argv);
#include "commands.def"
#undef COMMAND

/* All of a file ("-": standard input), with a 0 after it; NULL after a message on stderr. Free it with free(). */
char *read_file(const char *path, size_t *out_size);

/* Prints "lockstep: STATUS: message" for the last failed call and returns 1. */
int print_error(void);

#endif
