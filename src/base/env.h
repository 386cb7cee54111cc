/* Environment variables by name; env.def lists them all with their meaning. */
#ifndef LS_BASE_ENV_H
#define LS_BASE_ENV_H

#include <stdbool.h>
#include <stdint.h>

#include <lockstep/status.h>

typedef enum ls_env {
#define LS_ENV(name, fallback, what) LS_ENV_##name,
#include "base/env.def"
#undef LS_ENV
    LS_ENV_COUNT
} ls_env;

typedef struct ls_env_info {
    const char *name, *fallback, *what;
} ls_env_info;
extern const ls_env_info ls_env_table[LS_ENV_COUNT];

const char *ls_env_get(ls_env variable); /* NULL if unset or empty */
/* The number in the variable; `fallback` if it is unset. LS_INVALID_ARGUMENT names variable and value otherwise. */
ls_status ls_env_get_int(ls_env variable, int64_t fallback, int64_t min, int64_t max, int64_t *out_value);
bool ls_env_is_on(ls_env variable); /* set and not "0", "false" or "off", in any case */

#endif
