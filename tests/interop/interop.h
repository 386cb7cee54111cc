/* Plugins of other people: where `make interop` puts them, and skipping without them. */
#ifndef LS_TEST_INTEROP_H
#define LS_TEST_INTEROP_H

#include "ls_test.h"
#include <stdio.h>
#include <unistd.h>

/* Skips the test if the file is not there; LOCKSTEP_INTEROP names another folder than the build's. */
static inline const char *interop_file(const char *name)
{
    static char path[4096];
    const char *folder = getenv("LOCKSTEP_INTEROP");
    snprintf(path, sizeof(path), "%s/%s", folder && *folder ? folder : INTEROP_FOLDER, name);
    if (access(path, R_OK) != 0) {
        print_message("# skipped: no %s; make interop installs it\n", path);
        skip();
    }
    return path;
}

#endif
