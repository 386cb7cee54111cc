/* Telling the launcher why this process failed. */
#ifndef LS_DIST_ERROR_FILE_H
#define LS_DIST_ERROR_FILE_H

/* Writes the failure of a rank into the file that TORCHELASTIC_ERROR_FILE names, as torchrun reads it, with the time in
 * nanoseconds since 1970 beside torchrun's seconds. Without the variable, or if it cannot, it does nothing: the failure
 * is told otherwise too. */
void ls_error_file_write(int rank, const char *message);

#endif
