/* What the training examples share: options of a run, the loop over epochs, its log and its summary. */
#ifndef EXAMPLES_TRAIN_H
#define EXAMPLES_TRAIN_H

#include <argp.h>

#include <lockstep/lockstep.h>

struct train_options {
    const char *model;
    int64_t batch_size, epochs, log_steps, train_steps, test_steps; /* steps 0: the whole data set */
    double lr, momentum, weight_decay, target_accuracy;             /* per cent */
    const char *datadir, *init_method, *logdir;
    int num_processes, num_threads;
    uint64_t seed;
    bool ddp, fake_data, broadcast_params, metrics_debug;
};

/* The options that every training example takes. The input is a struct train_options with its defaults set. */
extern const struct argp train_argp;

/* A run: what is trained on what. Called by every rank. */
struct train_task {
    const struct train_options *options;
    ls_module *(*make_model)(const struct train_options *options);
    ls_status (*open_data)(const struct train_options *options, bool train, ls_dataset **out_dataset);
    ls_tensor (*loss)(ls_tensor output, ls_tensor labels);
};

/* Spawns the ranks, trains and tests, prints the log and a summary. Returns the program's exit status: 0; 1 after an
 * error, which it has printed; 21 if the best accuracy stayed below the target. */
int train_run(const struct train_task *task);

#endif
