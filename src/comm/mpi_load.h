/* The module with the wire over MPI, so that the library itself links no MPI. */
#ifndef LS_COMM_MPI_LOAD_H
#define LS_COMM_MPI_LOAD_H

#include "comm/wire.h"

/* Loads the module for the MPI library whose launcher started this process; it stays. LS_FAILED_PRECONDITION: none did;
 * LS_NOT_FOUND: there is no module for it. */
ls_status ls_mpi_load(const ls_wire_kind **out_kind);

#endif
