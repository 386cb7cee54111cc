#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

enum {
    OPTION_BATCH_SIZE = 256,
    OPTION_NUM_EPOCHS,
    OPTION_LR,
    OPTION_MOMENTUM,
    OPTION_TARGET_ACCURACY,
    OPTION_DATADIR,
    OPTION_FAKE_DATA,
    OPTION_DDP,
    OPTION_INIT_METHOD,
    OPTION_SEED,
    OPTION_LOG_STEPS,
    OPTION_TRAIN_STEPS,
    OPTION_TEST_STEPS,
    OPTION_NUM_PROCESSES,
    OPTION_NUM_THREADS,
    OPTION_BROADCAST_PARAMS,
    OPTION_METRICS_DEBUG,
    OPTION_LOGDIR,
};

static const struct argp_option options[] = {
    {"batch_size", OPTION_BATCH_SIZE, "N", 0, "examples per replica and step", 1},
    {"num_epochs", OPTION_NUM_EPOCHS, "N", 0, "epochs at most; training ends at the target accuracy", 1},
    {"lr", OPTION_LR, "RATE", 0, "learning rate; multiplied by the number of replicas", 1},
    {"momentum", OPTION_MOMENTUM, "M", 0, "of SGD", 1},
    {"target_accuracy", OPTION_TARGET_ACCURACY, "PERCENT", 0,
     "end when the test accuracy reaches it; exit status 21 if it never does", 1},
    {"seed", OPTION_SEED, "N", 0, "of the weights and the order of examples", 1},
    {"datadir", OPTION_DATADIR, "FOLDER", 0, "where the data lies", 2},
    {"fake_data", OPTION_FAKE_DATA, 0, 0, "train on made-up data, to measure speed", 2},
    {"train_steps", OPTION_TRAIN_STEPS, "N", 0, "steps of training per epoch at most", 2},
    {"test_steps", OPTION_TEST_STEPS, "N", 0, "steps of testing per epoch at most", 2},
    {"ddp", OPTION_DDP, 0, 0, "average gradients by DistributedDataParallel instead of the optimizer step", 3},
    {"init_method", OPTION_INIT_METHOD, "URL", 0, "pjrt:// or env://", 3},
    {"num_processes", OPTION_NUM_PROCESSES, "N", 0, "processes that share this host's devices", 3},
    {"num_threads", OPTION_NUM_THREADS, "N", 0, "replicas in each process; all devices if not given", 3},
    {"broadcast_params", OPTION_BROADCAST_PARAMS, 0, 0, "send rank 0's weights to all replicas at the start", 3},
    {"log_steps", OPTION_LOG_STEPS, "N", 0, "log every N steps", 4},
    {"logdir", OPTION_LOGDIR, "FOLDER", 0, "write TensorBoard event files there", 4},
    {"metrics_debug", OPTION_METRICS_DEBUG, 0, 0, "print the metrics report at the end", 4},
    {0},
};

static int64_t number(struct argp_state *state, const char *text, int64_t min)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < min)
        argp_error(state, "\"%s\" is not a whole number of at least %lld", text, (long long)min);
    return value;
}

static double real(struct argp_state *state, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0)) argp_error(state, "\"%s\" is not a number of at least 0", text);
    return value;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct train_options *o = state->input;
    switch (key) {
    case OPTION_BATCH_SIZE: o->batch_size = number(state, text, 1); break;
    case OPTION_NUM_EPOCHS: o->epochs = number(state, text, 1); break;
    case OPTION_LR: o->lr = real(state, text); break;
    case OPTION_MOMENTUM: o->momentum = real(state, text); break;
    case OPTION_TARGET_ACCURACY: o->target_accuracy = real(state, text); break;
    case OPTION_SEED: o->seed = (uint64_t)number(state, text, 0); break;
    case OPTION_DATADIR: o->datadir = text; break;
    case OPTION_FAKE_DATA: o->fake_data = true; break;
    case OPTION_TRAIN_STEPS: o->train_steps = number(state, text, 1); break;
    case OPTION_TEST_STEPS: o->test_steps = number(state, text, 1); break;
    case OPTION_DDP: o->ddp = true; break;
    case OPTION_INIT_METHOD: o->init_method = text; break;
    case OPTION_NUM_PROCESSES: o->num_processes = (int)number(state, text, 1); break;
    case OPTION_NUM_THREADS: o->num_threads = (int)number(state, text, 1); break;
    case OPTION_BROADCAST_PARAMS: o->broadcast_params = true; break;
    case OPTION_LOG_STEPS: o->log_steps = number(state, text, 1); break;
    case OPTION_LOGDIR: o->logdir = text; break;
    case OPTION_METRICS_DEBUG: o->metrics_debug = true; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Adds the program's default to an option's help. `input` is what argp_parse was given, NULL where it is not known. */
static char *add_default(int key, const char *text, void *input)
{
    const struct train_options *o = input;
    char *result = NULL;
    int length = -1;
    if (!o) return (char *)text;
    switch (key) {
    case OPTION_BATCH_SIZE: length = asprintf(&result, "%s (default %lld)", text, (long long)o->batch_size); break;
    case OPTION_NUM_EPOCHS: length = asprintf(&result, "%s (default %lld)", text, (long long)o->epochs); break;
    case OPTION_LR: length = asprintf(&result, "%s (default %g)", text, o->lr); break;
    case OPTION_MOMENTUM: length = asprintf(&result, "%s (default %g)", text, o->momentum); break;
    case OPTION_TARGET_ACCURACY:
        if (o->target_accuracy > 0) length = asprintf(&result, "%s (default %g)", text, o->target_accuracy);
        break;
    case OPTION_SEED: length = asprintf(&result, "%s (default %llu)", text, (unsigned long long)o->seed); break;
    case OPTION_INIT_METHOD: length = asprintf(&result, "%s (default %s)", text, o->init_method); break;
    case OPTION_LOG_STEPS: length = asprintf(&result, "%s (default %lld)", text, (long long)o->log_steps); break;
    default: break;
    }
    return length < 0 ? (char *)text : result;
}

const struct argp train_argp = {options, parse, 0, 0, 0, add_default, 0};
