/* Scalars for TensorBoard. */
#ifndef LOCKSTEP_SUMMARY_H
#define LOCKSTEP_SUMMARY_H

#include <stdint.h>

#include <lockstep/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Appends to one event file of its own in a folder. Give each rank its own folder, or write from rank 0 only: viewers
 * drop one of two live files in a folder. */
typedef struct ls_summary_writer ls_summary_writer;

/* Makes the folder if it is missing, and a file in it that no other writer has. */
LS_API ls_status ls_summary_writer_create(const char *folder, ls_summary_writer **out_writer);
LS_API ls_status ls_summary_add_scalar(ls_summary_writer *writer, const char *tag, int64_t step, double value);
LS_API void ls_summary_writer_destroy(ls_summary_writer *writer); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
