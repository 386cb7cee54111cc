#include "base/json.h"

void ls_json_put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at);
        else if (*at < ' ')
            fprintf(out, "\\u%04x", *at);
        else
            fputc(*at, out);
    fputc('"', out);
}
