/* Lockstep: data-parallel training on PJRT devices. Includes every public header. */
#ifndef LOCKSTEP_LOCKSTEP_H
#define LOCKSTEP_LOCKSTEP_H

#include <lockstep/array.h>
#include <lockstep/autograd.h>
#include <lockstep/data.h>
#include <lockstep/ddp.h>
#include <lockstep/distributed.h>
#include <lockstep/flight.h>
#include <lockstep/group.h>
#include <lockstep/metrics.h>
#include <lockstep/nn.h>
#include <lockstep/objects.h>
#include <lockstep/ops.h>
#include <lockstep/optim.h>
#include <lockstep/p2p.h>
#include <lockstep/status.h>
#include <lockstep/store.h>
#include <lockstep/summary.h>
#include <lockstep/tensor.h>
#include <lockstep/types.h>
#include <lockstep/work.h>

#endif
