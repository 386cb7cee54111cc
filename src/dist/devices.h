/* How many devices this host has, without creating a client in this process. */
#ifndef LS_DIST_DEVICES_H
#define LS_DIST_DEVICES_H

#include <stdbool.h>

#include <lockstep/status.h>

bool ls_device_is_cpu(void); /* PJRT_DEVICE chooses our CPU device */
bool ls_device_is_tpu(void);

/* For the CPU device: the plugin's own rule. For other plugins a short-lived child creates a client and counts, since
 * creating one may end the process (libtpu without a TPU does). Must not be called once a client exists. */
ls_status ls_device_count(int *out_count);

int ls_device_default_processes(void); /* of a host, when nobody says */

#endif
