#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "train.h"

#define EXIT_BELOW_TARGET 21

/* What every rank hands to the parent. */
struct outcome {
    double best_accuracy, accuracy; /* per cent */
    double rate;                    /* examples/s/replica over the last epoch of training */
    int64_t epochs;
    char data[64];      /* what the accuracy was measured on */
    int rank, replicas; /* replicas: of the whole job */
};

/* One rank's run. */
struct run {
    const struct train_task *task;
    const struct train_options *options;
    ls_module *model;
    ls_optimizer *optimizer;
    ls_dataset *train_data, *test_data;
    ls_loader *train_loader, *test_loader;
    ls_summary_writer *writer; /* rank 0's; NULL without --logdir */
    int64_t step;              /* of the whole run */
    struct outcome outcome;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- Log ------------------------------------------------------------------------------------------------------ */

static bool shows_bar(void)
{
    return isatty(STDOUT_FILENO) && ls_rank(LS_WORLD) == 0;
}

static void print_line(const char *text)
{
    (void)!write(STDOUT_FILENO, text, strlen(text));
}

static void log_bar(const struct run *run, int64_t epoch, int64_t done, int64_t of, double loss, double rate)
{
    (void)run;
    char line[256];
    int filled = (int)(30 * done / (of ? of : 1));
    snprintf(line, sizeof(line), "\r\033[Kepoch %lld [%.*s%.*s] %lld/%lld loss %.4f %.0f examples/s/replica",
             (long long)epoch, filled, "##############################", 30 - filled, "..............................",
             (long long)done, (long long)of, loss, rate);
    print_line(line);
}

static void log_line(int64_t epoch, int64_t step, double loss, double rate)
{
    char line[256], clock[16];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(clock, sizeof(clock), "%H:%M:%S", &local);
    snprintf(line, sizeof(line),
             "| Training Device=%s Rank=%d Epoch=%lld Step=%lld Loss=%.5f Rate=%.2f GlobalRate=%.2f Time=%s\n",
             ls_device_name(), ls_rank(LS_WORLD), (long long)epoch, (long long)step, loss, rate,
             rate * ls_world_size(LS_WORLD), clock);
    print_line(line);
}

/* --- Epochs --------------------------------------------------------------------------------------------------- */

static ls_status train_step(struct run *run, ls_tensor *out_loss)
{
    ls_tensor x, labels;
    LS_TRY(ls_loader_next(run->train_loader, &x, &labels));
    ls_tensor loss = run->task->loss(ls_forward(run->model, x), labels);
    LS_TRY(ls_backward(loss, NULL));
    LS_TRY(run->options->ddp ? ls_step(run->optimizer) : ls_reduce_and_step(run->optimizer));
    LS_TRY(ls_zero_grad(run->optimizer)); /* before the cut: then gradients need not be stored */
    *out_loss = ls_keep(loss);
    return LS_OK;
}

static ls_status report_step(struct run *run, int64_t epoch, int64_t done, int64_t of, ls_tensor loss, double start)
{
    double value;
    LS_TRY(ls_item(loss, &value));
    double rate = (double)(done * run->options->batch_size) / (seconds() - start);
    if (shows_bar())
        log_bar(run, epoch, done, of, value, rate);
    else if (!isatty(STDOUT_FILENO))
        log_line(epoch, done, value, rate);
    if (run->writer) LS_TRY(ls_summary_add_scalar(run->writer, "train/loss", run->step, value));
    return LS_OK;
}

static ls_status train_epoch(struct run *run, int64_t epoch)
{
    ls_module_train(run->model, true);
    int64_t steps = ls_loader_batches(run->train_loader);
    if (run->options->train_steps && run->options->train_steps < steps) steps = run->options->train_steps;
    LS_TRY(ls_loader_start(run->train_loader, epoch));
    double start = seconds();
    for (int64_t step = 1; step <= steps; step++) {
        ls_tensor loss = {0};
        LS_TRY(ls_step_begin());
        LS_TRY(train_step(run, &loss));
        LS_TRY(ls_step_end());
        run->step++;
        if (step % run->options->log_steps == 0 || step == steps)
            LS_TRY(report_step(run, epoch, step, steps, loss, start));
        LS_TRY(ls_free(loss));
    }
    LS_TRY(ls_wait_device());
    run->outcome.rate = (double)(steps * run->options->batch_size) / (seconds() - start);
    return LS_OK;
}

/* Counts right answers over all replicas. */
static ls_status test_epoch(struct run *run, int64_t epoch)
{
    ls_module_train(run->model, false);
    ls_no_grad_begin();
    int64_t steps = ls_loader_batches(run->test_loader);
    if (run->options->test_steps && run->options->test_steps < steps) steps = run->options->test_steps;
    double right = 0, seen = 0;
    LS_TRY(ls_loader_start(run->test_loader, 0));
    for (int64_t step = 0; step < steps; step++) {
        ls_scope_push();
        ls_tensor x, labels;
        double count;
        LS_TRY(ls_loader_next(run->test_loader, &x, &labels));
        ls_tensor hits = ls_eq(ls_argmax(ls_forward(run->model, x), 1), labels);
        LS_TRY(ls_item(ls_sum(ls_cast(hits, LS_F32), NULL, 0, NULL), &count));
        right += count;
        seen += (double)ls_tensor_shape(labels).dims[0];
        LS_TRY(ls_scope_pop());
    }
    ls_no_grad_end();
    LS_TRY(ls_mesh_reduce("right", right, LS_SUM, &right));
    LS_TRY(ls_mesh_reduce("seen", seen, LS_SUM, &seen));
    snprintf(run->outcome.data, sizeof(run->outcome.data), "%s", ls_dataset_name(run->test_data));
    run->outcome.accuracy = seen > 0 ? 100 * right / seen : 0;
    if (run->outcome.accuracy > run->outcome.best_accuracy) run->outcome.best_accuracy = run->outcome.accuracy;
    if (run->writer) LS_TRY(ls_summary_add_scalar(run->writer, "test/accuracy", run->step, run->outcome.accuracy));
    if (ls_rank(LS_WORLD) == 0) {
        char line[256];
        snprintf(line, sizeof(line), "%sEpoch %lld: accuracy %.2f %% on %s (%.0f of %.0f), %.2f examples/s/replica\n",
                 shows_bar() ? "\r\033[K" : "", (long long)epoch, run->outcome.accuracy,
                 ls_dataset_name(run->test_data), right, seen, run->outcome.rate);
        print_line(line);
    }
    return LS_OK;
}

/* --- A rank --------------------------------------------------------------------------------------------------- */

static ls_status open_loader(struct run *run, bool train)
{
    const struct train_options *o = run->options;
    ls_dataset **data = train ? &run->train_data : &run->test_data;
    LS_TRY(run->task->open_data(o, train, data));
    ls_loader_options options = {
        .batch_size = o->batch_size,
        .drop_last = train,
        .sampler = {.rank = ls_rank(LS_WORLD),
                    .world_size = ls_world_size(LS_WORLD),
                    .shuffle = train,
                    .drop_last = train,
                    .evaluation = !train,
                    .seed = o->seed},
    };
    return ls_loader_create(*data, &options, train ? &run->train_loader : &run->test_loader);
}

static ls_status set_up(struct run *run)
{
    const struct train_options *o = run->options;
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = o->init_method}));
    ls_manual_seed(o->seed);
    run->model = run->task->make_model(o);
    if (o->ddp)
        run->model = ls_ddp_create(run->model, NULL);
    else if (o->broadcast_params)
        LS_TRY(ls_broadcast_master_param(run->model));
    run->optimizer = ls_sgd_create(run->model, &(ls_sgd_options){.lr = o->lr * ls_world_size(LS_WORLD),
                                                                 .momentum = o->momentum,
                                                                 .weight_decay = o->weight_decay});
    if (!run->optimizer) return LS_FAILED_PRECONDITION;
    if (o->logdir && ls_rank(LS_WORLD) == 0) LS_TRY(ls_summary_writer_create(o->logdir, &run->writer));
    LS_TRY(open_loader(run, true));
    return open_loader(run, false);
}

static ls_status run_epochs(struct run *run)
{
    LS_TRY(set_up(run));
    run->outcome.rank = ls_rank(LS_WORLD);
    run->outcome.replicas = ls_world_size(LS_WORLD);
    for (int64_t epoch = 1; epoch <= run->options->epochs; epoch++) {
        LS_TRY(train_epoch(run, epoch));
        LS_TRY(test_epoch(run, epoch));
        run->outcome.epochs = epoch;
        if (run->options->target_accuracy > 0 && run->outcome.best_accuracy >= run->options->target_accuracy) break;
    }
    if (run->options->ddp) LS_TRY(ls_ddp_check_parameters(run->model));
    if (run->options->metrics_debug && ls_rank(LS_WORLD) == 0) {
        char *report = ls_metrics_report(NULL);
        if (report) print_line(report);
        free(report);
    }
    return LS_OK;
}

static ls_status train_rank(int index, void *arg)
{
    (void)index;
    const struct train_task *task = arg;
    struct run run = {.task = task, .options = task->options};
    ls_status status = run_epochs(&run);
    if (status == LS_OK) status = ls_set_result(&run.outcome, sizeof(run.outcome));
    ls_loader_destroy(run.train_loader);
    ls_loader_destroy(run.test_loader);
    ls_dataset_close(run.train_data);
    ls_dataset_close(run.test_data);
    ls_summary_writer_destroy(run.writer);
    ls_optimizer_destroy(run.optimizer);
    ls_module_destroy(run.model);
    return status;
}

int train_run(const struct train_task *task)
{
    const struct train_options *o = task->options;
    int processes = o->num_processes ? o->num_processes : 1;
    ls_bytes results[LS_MAX_LOCAL_RANKS] = {0};
    double start = seconds();
    ls_status status = ls_spawn(train_rank, (void *)task,
                                &(ls_spawn_options){.num_processes = o->num_processes,
                                                    .num_ranks = processes * o->num_threads,
                                                    .out_results = results});
    struct outcome outcome = {0};
    int here = 0;
    bool has_first = false; /* under a launcher one process tells the outcome */
    double rate = 0;
    for (int r = 0; r < LS_MAX_LOCAL_RANKS; r++) {
        if (results[r].size == sizeof(outcome)) {
            memcpy(&outcome, results[r].data, sizeof(outcome));
            rate += outcome.rate;
            has_first |= outcome.rank == 0;
            here++;
        }
        ls_bytes_free(&results[r]);
    }
    if (status != LS_OK) {
        fprintf(stderr, "%s: %s\n", ls_status_name(status), ls_last_error());
        return 1;
    }
    if (has_first)
        printf("Max accuracy %.2f %% on %s after %lld epochs, %.2f examples/s/replica on %d replicas, %.1f s\n",
               outcome.best_accuracy, outcome.data, (long long)outcome.epochs, rate / here, outcome.replicas,
               seconds() - start);
    if (o->target_accuracy > 0 && !o->fake_data && outcome.best_accuracy < o->target_accuracy) {
        fprintf(stderr, "The accuracy stayed below the target of %.2f %%.\n", o->target_accuracy);
        return EXIT_BELOW_TARGET;
    }
    return 0;
}
