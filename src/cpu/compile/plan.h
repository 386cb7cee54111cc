/* The plan: what a module becomes on its way to a list of steps.
 *
 *   module -> passes (IR in, IR out) -> select (ops become units) -> stages (units in, units out) -> emit (steps)
 *
 * A unit is a future step: a kernel, its data, and the values it reads and writes. A value is a future piece of memory.
 * Fast paths come in through two tables:
 *   pipeline.def   passes over the IR, and stages over the plan (layout, schedule, memory)
 *   fast.def       recognisers: asked for each op, they may make the units that compute it
 * What no recogniser takes is lowered to the reference kernel that ops.def names.
 *
 * Select walks a block backwards and lowers only what is asked for: an op none of whose results anybody asked for with
 * ls_cpu_plan_value is skipped. So a recogniser fuses producers by reading through them; if nobody else wants their
 * values they vanish, if somebody does they are computed too. A unit may define more values than those of the op at
 * hand (a second result of a fused group); their ops are then taken as done. Units may be made in any order: schedule
 * sorts them by what they read. A group must not lie on a path out of itself and back in; schedule reports that as
 * LS_INTERNAL. */
#ifndef LS_CPU_COMPILE_PLAN_H
#define LS_CPU_COMPILE_PLAN_H

#include "cpu/kernels/kernel.h"
#include "cpu/program.h"

/* Where a value lies when the program runs: bases[base] + offset. Bases: the arena, its part that other processes
 * reach, the constants, then the parameters, then the outputs. */
typedef struct ls_cpu_slot {
    uint32_t base;
    uint64_t offset;
} ls_cpu_slot;

enum { LS_CPU_BASE_ARENA, LS_CPU_BASE_SHARED, LS_CPU_BASE_CONSTANTS, LS_CPU_BASE_PARAMS };

typedef struct ls_cpu_unit ls_cpu_unit;
typedef struct ls_cpu_block ls_cpu_block;

typedef struct ls_cpu_value {
    ls_ir_type type;      /* logical shape */
    size_t bytes;         /* of memory: of the packed row-major array, or what the private layout takes */
    const void *layout;   /* NULL: row-major; else private to the fast path that set it */
    ls_cpu_unit *unit;    /* that defines it; NULL for parameters, constants and block arguments */
    const void *constant; /* its data, if known at compile time */
    int param;            /* its number, if it is a parameter of the program; −1 */
    ls_cpu_block *block;  /* whose argument it is; NULL */
    uint32_t id;          /* dense, in order of creation */
    ls_cpu_slot slot;     /* set by memory */
    void *note;           /* a stage may hang its findings here */
} ls_cpu_value;

/* Collectives keep their order among themselves. */
typedef enum ls_cpu_collective {
    LS_CPU_NO_COLLECTIVE,
    LS_CPU_POSTS,
    LS_CPU_COMPLETES,
    LS_CPU_MEETS, /* has some inside: everything before is completed, nothing after is posted yet */
} ls_cpu_collective;

struct ls_cpu_unit {
    const ls_cpu_kernel *kernel; /* NULL: no step; result i is operand i, in the same memory (reshape) */
    void *data;                  /* in plan->keep, or NULL */
    size_t scratch_bytes;        /* memory for the step alone; its address follows the results' */
    ls_cpu_slot scratch;         /* set by memory */

    ls_cpu_value **operands, **results;
    size_t operand_count, result_count;

    uint64_t
        *inplace; /* per result: bit k is set if it may lie where operand k lies, when that dies here. The kernel must
                     then read element i of operand k before it writes element i of the result, and no later. 0 */
    bool
        is_pairwise; /* result i may lie where operand i lies, and nowhere else: instead of `inplace`, for any number */
    int *alias;   /* per result: the operand whose memory it is, after the kernel has changed or completed it; −1 */
    size_t holds; /* the last `holds` operands are not read, only kept alive and unchanged until here */

    ls_cpu_block **blocks; /* regions: while's condition and body, the branches of if and case */
    size_t block_count;

    const ls_ir_op *op; /* it was made for: names and positions in messages */
    ls_cpu_collective collective;
    ls_cpu_block *block;
    ls_cpu_unit *prev, *next; /* in its block */
    uint32_t start, end;      /* position in the whole program, regions included; set by schedule */
    void *note;               /* a stage may hang its findings here */
};

struct ls_cpu_block {
    ls_cpu_value **args;
    size_t arg_count;
    ls_cpu_value **results; /* what it returns */
    size_t result_count;
    ls_cpu_unit *first, *last;
    ls_cpu_unit *parent; /* NULL for the program's */
    uint32_t end;        /* position at which the results are handed over; set by schedule */
    bool is_condition;   /* a loop's: its result is for the loop to read, not to become the unit's */
};

typedef struct ls_cpu_plan {
    const ls_cpu_compile_options *options;
    ls_ir_module *module; /* a private copy: passes have changed it */
    ls_ir_func *func;     /* @main, after inlining the only one that counts */
    ls_arena *keep;       /* lives as long as the program: kernels' data */
    ls_arena temp;        /* dies after compiling: units and values */
    ls_cpu_block *body;

    ls_cpu_block *block;          /* being selected: where new units go */
    const ls_ir_op *op;           /* being selected */
    ls_cpu_value **values;        /* by id of the IR value; NULL: not asked for */
    struct ls_cpu_use_list *uses; /* by id of the IR value */
    uint32_t value_count;         /* of this plan's values */
    /* Set by memory. The shared part of the arena lies at its end; `live_bytes` is the most that must be kept at once.
     */
    size_t arena_bytes, shared_bytes, live_bytes, constant_bytes;
    double flops; /* estimated, counted by select */
} ls_cpu_plan;

/* --- For recognisers and lowering ---------------------------------------------------------------------------- */

/* Tries to lower `op`: makes units that define at least those of its results that are asked for and sets *out_taken, or
 * leaves everything as it was. A status other than LS_OK ends the compile. */
typedef ls_status (*ls_cpu_recognise_fn)(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken);

/* The plan's value for an IR value: asks for it. */
ls_cpu_value *ls_cpu_plan_value(ls_cpu_plan *plan, const ls_ir_value *value);
bool ls_cpu_plan_wants(const ls_cpu_plan *plan, const ls_ir_value *value); /* somebody asked for it */

/* The ops that use an IR value, one entry per use, regions and RETURN included. */
ls_ir_op *const *ls_cpu_users(const ls_cpu_plan *plan, const ls_ir_value *value, size_t *out_count);

/* A new value without an IR value: an intermediate. `bytes` and `layout` may be changed until the memory stage. */
ls_cpu_value *ls_cpu_value_create(ls_cpu_plan *plan, ls_ir_type type);
/* A new value known at compile time; `data` (type's packed bytes unless value->bytes is changed) must live in
 * plan->keep or plan->temp. */
ls_cpu_value *ls_cpu_value_create_constant(ls_cpu_plan *plan, ls_ir_type type, const void *data);

/* A new unit in the block at hand, made for the op at hand, with room for operands and results; nothing in place, no
 * aliases, no blocks. Set operands yourself; define results with one of the two below. */
ls_cpu_unit *ls_cpu_unit_create(ls_cpu_plan *plan, const ls_cpu_kernel *kernel, void *data, size_t operand_count,
                                size_t result_count);
void ls_cpu_unit_define(ls_cpu_unit *unit, size_t result, ls_cpu_value *value);
/* A unit with operands and results one to one with the op's. */
ls_cpu_unit *ls_cpu_unit_create_for(ls_cpu_plan *plan, const ls_ir_op *op, const ls_cpu_kernel *kernel, void *data);

/* For stages: moves units. */
void ls_cpu_unit_append(ls_cpu_block *block, ls_cpu_unit *unit);
void ls_cpu_unit_insert_before(ls_cpu_unit *unit, ls_cpu_unit *before);
void ls_cpu_unit_remove(ls_cpu_unit *unit);

/* An error at the op: "line:column: stablehlo.add: message (operands: ...)". */
ls_status ls_cpu_refuse(const ls_ir_op *op, ls_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* --- The tables ---------------------------------------------------------------------------------------------- */

#define LS_PASS(name, when, what)                                                                                      \
    ls_status ls_cpu_pass_##name(ls_ir_module *module, const ls_cpu_compile_options *options);
#define LS_STAGE(name, when, what) ls_status ls_cpu_stage_##name(ls_cpu_plan *plan);
#include "cpu/compile/pipeline.def"
#undef LS_PASS
#undef LS_STAGE

#define LS_FAST(kind, name) ls_status ls_cpu_fast_##name(ls_cpu_plan *plan, ls_ir_op *op, bool *out_taken);
#include "cpu/kernels/fast.def"
#undef LS_FAST

#endif
