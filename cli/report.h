/* The report on all benchmarks: each section measures and writes itself. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>

typedef struct report_options {
    const char *folder; /* of the page: where pictures go */
    const char *python; /* one that may have torch and jax; NULL: python3 */
} report_options;

/* Writes the section's text, without its title, in Markdown. 0, or 1 after an error that it has printed. */
#define SECTION(name, title, function) int function(FILE *out, const report_options *options);
#include "report.def"
#undef SECTION

#endif
