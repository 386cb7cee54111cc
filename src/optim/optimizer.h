/* What every optimizer shares: the parameters with their state, and the loop over them. A rule is one file. */
#ifndef LS_OPTIM_OPTIMIZER_H
#define LS_OPTIM_OPTIMIZER_H

#include "base/vec.h"
#include "lazy/trace.h"
#include <lockstep/optim.h>

#define LS_MAX_STATES 2

/* A parameter and what the optimizer remembers of it. */
typedef struct ls_optimizer_slot {
    ls_tensor parameter; /* the module's */
    char *name;
    ls_tensor state[LS_MAX_STATES]; /* owned, of the parameter's type; {0} before the first step with a gradient */
    int64_t steps;                  /* that this parameter took so far, this one included */
} ls_optimizer_slot;

typedef struct ls_optimizer_rule {
    int (*state_count)(const ls_optimizer *optimizer);

    /* Records the new value of a parameter p from its gradient g, and gives the new state through `state` (in: old). */
    ls_value (*update)(ls_optimizer *optimizer, const ls_optimizer_slot *slot, ls_value p, ls_value g, ls_value *state);
} ls_optimizer_rule;

/* A number that is an input of the program of this step. */
typedef struct ls_optimizer_input {
    double number;
    ls_value scalar;
} ls_optimizer_input;

struct ls_optimizer {
    const ls_optimizer_rule *rule;
    ls_module *module;
    double lr;
    LS_VEC(ls_optimizer_slot) slots;
    LS_VEC(ls_optimizer_input) inputs; /* of the step that is being recorded: each number once */
    union {
        ls_sgd_options sgd;
        ls_adam_options adam;
    } options;
    bool is_decoupled; /* AdamW: the weights decay by themselves, not through the gradient */
};

/* An optimizer of `rule` for the module's parameters; NULL with ls_last_error() if the module is not whole. */
ls_optimizer *ls_optimizer_create(const ls_optimizer_rule *rule, ls_module *module, double lr);

/* A number that changes from step to step, as an array of like's type: an input of the program. */
ls_value ls_optimizer_number(ls_optimizer *optimizer, double number, ls_value like);

/* v times a number that is part of the program. */
ls_value ls_optimizer_scale(ls_value v, double factor);

#endif
