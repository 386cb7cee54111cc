#include "dist/error_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/env.h"
#include "base/json.h"

void ls_error_file_write(int rank, const char *message)
{
    const char *path = ls_env_get(LS_ENV_TORCHELASTIC_ERROR_FILE);
    FILE *file = path ? fopen(path, "we") : NULL;
    char *text;
    if (!file) return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (asprintf(&text, "rank %d: %s", rank, message) >= 0) {
        fputs("{\"message\": {\"message\": ", file);
        ls_json_put_string(file, text);
        fprintf(file, ", \"extraInfo\": {\"timestamp\": \"%lld\", \"timestamp_ns\": %lld}}}\n", (long long)now.tv_sec,
                now.tv_sec * 1000000000ll + now.tv_nsec);
        free(text);
    }
    fclose(file);
}
