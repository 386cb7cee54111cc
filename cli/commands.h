/* The commands of `lockstep`. Each gets its own argc and argv, argv[0] being its full name for messages, and returns
 * the exit status: 0; 1 after an error that it has printed; 2 for a wrong call. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#define COMMAND(words, function, what) int function(int argc, char **argv);
#include "commands.def"
#undef COMMAND

/* Prints "lockstep: STATUS: message" for the last failed call and returns 1. */
int print_error(void);

#endif
