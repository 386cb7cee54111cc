/* A Python that has torch, for tests that talk to it: $LOCKSTEP_TEST_PYTHON, else python3. */
#ifndef LS_TEST_TORCH_H
#define LS_TEST_TORCH_H

#include <stdio.h>
#include <stdlib.h>

/* NULL, with the reason for a skip printed, if there is none. */
static inline const char *find_torch(void)
{
    static const char *found;
    static bool was_sought;
    if (!was_sought) {
        was_sought = true;
        const char *python = getenv("LOCKSTEP_TEST_PYTHON");
        if (!python || !*python) python = "python3";
        char command[1024];
        snprintf(command, sizeof(command),
                 "'%s' -c 'import importlib.util as u, sys; sys.exit(u.find_spec(\"torch\") is None)' >/dev/null 2>&1",
                 python);
        if (system(command) == 0) found = python;
    }
    if (!found) printf("# skipped: no Python with torch (LOCKSTEP_TEST_PYTHON says which)\n");
    return found;
}

#endif
