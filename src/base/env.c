#include "base/env.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

const ls_env_info ls_env_table[LS_ENV_COUNT] = {
#define LS_ENV(name, fallback, what) {#name, fallback, what},
#include "base/env.def"
#undef LS_ENV
};

const char *ls_env_get(ls_env variable)
{
    const char *value = getenv(ls_env_table[variable].name);
    return value && *value ? value : NULL;
}

ls_status ls_env_get_int(ls_env variable, int64_t fallback, int64_t min, int64_t max, int64_t *out_value)
{
    *out_value = fallback;
    const char *text = ls_env_get(variable);
    if (!text) return LS_OK;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*end || errno || value < min || value > max)
        return ls_fail(LS_INVALID_ARGUMENT, "%s=\"%s\" is not a number from %lld to %lld", ls_env_table[variable].name,
                       text, (long long)min, (long long)max);
    *out_value = value;
    return LS_OK;
}

bool ls_env_is_on(ls_env variable)
{
    const char *value = ls_env_get(variable);
    return value && strcmp(value, "0") && strcasecmp(value, "false") && strcasecmp(value, "off");
}
