/* Byte strings of all members of a group. */
#ifndef LS_DIST_OBJECTS_H
#define LS_DIST_OBJECTS_H

#include "dist/world.h"
#include <lockstep/objects.h>

/* Everybody's string on group rank `root`, −1: on all, when all know all sizes. Strings are freed by the caller with
 * ls_bytes_free and have a 0 behind their end. */
ls_status ls_objects_gather(const ls_group_info *info, const char *name, const size_t *sizes, const void *data,
                            int root, ls_bytes *out_objects);

#endif
