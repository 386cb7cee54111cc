/* Writing JSON. */
#ifndef LS_BASE_JSON_H
#define LS_BASE_JSON_H

#include <stdio.h>

/* The text in quotes, with escapes. Bytes beyond ASCII go out as they are: UTF-8 stays UTF-8. */
void ls_json_put_string(FILE *out, const char *text);

#endif
