/* Plugins of other people: where `make interop` puts them, and skipping without them. */
#ifndef LS_TEST_INTEROP_H
#define LS_TEST_INTEROP_H

#include "ls_test.h"
#include <stdio.h>
#include <unistd.h>

/* Skips the test if the file is not there. */
static inline const char *interop_file(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof(path), "%s/%s", INTEROP_FOLDER, name);
    if (access(path, R_OK) != 0) {
        print_message("# skipped: no %s; make interop installs it\n", path);
        skip();
    }
    return path;
}

#endif
