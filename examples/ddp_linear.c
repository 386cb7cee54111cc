/* Trains a linear network with DDP and shows after every step that the parameters are those of one process that trains
 * on the whole batch. Options: --large (three layers, ReLU), --steps N, --init_method URL, --num_processes N. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lockstep/lockstep.h>

#define ROWS 8 /* of each rank's batch */
#define FEATURES 10
#define TOLERANCE 1e-5 /* of the largest magnitude of a parameter */

struct options {
    bool large;
    int steps;
    const char *init_method;
    int num_processes;
};

static ls_module *make_net(bool large)
{
    if (!large) return ls_nn_sequential(ls_nn_linear(FEATURES, FEATURES, NULL), NULL);
    return ls_nn_sequential(ls_nn_linear(FEATURES, 1000, NULL), ls_nn_relu(), ls_nn_linear(1000, 1000, NULL),
                            ls_nn_relu(), ls_nn_linear(1000, FEATURES, NULL), NULL);
}

/* Row i of the whole batch of a step, the same whoever asks: values between −1 and 1. */
static void fill_row(int step, int row, int what, float *out_row)
{
    for (int i = 0; i < FEATURES; i++) out_row[i] = sinf((float)(step * 1009 + row * 131 + what * 17 + i * i + 1));
}

static ls_tensor rows(int step, int first, int count, int what)
{
    float data[count * FEATURES];
    for (int i = 0; i < count; i++) fill_row(step, first + i, what, data + i * FEATURES);
    return ls_from_f32(data, LS_SHAPE(count, FEATURES));
}

static ls_status train(ls_module *net, ls_optimizer *sgd, int step, int first, int count)
{
    LS_TRY(ls_step_begin());
    LS_TRY(ls_zero_grad(sgd));
    ls_tensor loss = ls_mse_loss(ls_forward(net, rows(step, first, count, 0)), rows(step, first, count, 1));
    LS_TRY(ls_backward(loss, NULL));
    LS_TRY(ls_step(sgd));
    return ls_step_end();
}

/* The largest difference between the parameters of two modules, over the largest magnitude. */
struct comparison {
    const ls_module *other;
    double difference, magnitude;
    ls_status status;
};

static bool compare(const ls_named_tensor *entry, void *arg)
{
    struct comparison *c = arg;
    int64_t count = ls_shape_count(ls_tensor_shape(entry->tensor));
    size_t bytes = sizeof(float) * (size_t)count;
    float *a = malloc(bytes), *b = malloc(bytes);
    c->status = ls_to_host(entry->tensor, a, bytes);
    if (c->status == LS_OK) c->status = ls_to_host(ls_module_get(c->other, entry->name), b, bytes);
    for (int64_t i = 0; c->status == LS_OK && i < count; i++) {
        c->difference = fmax(c->difference, fabs((double)a[i] - (double)b[i]));
        c->magnitude = fmax(c->magnitude, fabs((double)a[i]));
    }
    free(a);
    free(b);
    return c->status == LS_OK;
}

static ls_status train_and_compare(const struct options *o)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = o->init_method}));
    int rank = ls_rank(LS_WORLD), world = ls_world_size(LS_WORLD);
    ls_manual_seed(42);
    ls_module *net = ls_ddp_create(make_net(o->large), NULL);
    ls_manual_seed(42);
    ls_module *whole = make_net(o->large);
    ls_optimizer *sgd = ls_sgd_create(net, &(ls_sgd_options){.lr = 0.1}),
                 *whole_sgd = ls_sgd_create(whole, &(ls_sgd_options){.lr = 0.1});
    ls_status status = sgd && whole_sgd ? LS_OK : LS_FAILED_PRECONDITION;
    for (int step = 0; status == LS_OK && step < o->steps; step++) {
        LS_TRY_GOTO(train(net, sgd, step, rank * ROWS, ROWS), done);
        LS_TRY_GOTO(train(whole, whole_sgd, step, 0, world * ROWS), done);
        struct comparison c = {.other = whole};
        ls_module_visit(net, compare, &c);
        LS_TRY_GOTO(c.status, done);
        bool equal = c.difference <= TOLERANCE * c.magnitude;
        if (rank == 0 || !equal)
            printf("[rank %d] step %d: parameters differ from one process's by at most %.2g of %.2g%s\n", rank, step,
                   c.difference, c.magnitude, equal ? "" : ": TOO MUCH");
        if (!equal) status = LS_DATA_LOSS;
    }
done:
    ls_optimizer_destroy(sgd);
    ls_optimizer_destroy(whole_sgd);
    ls_module_destroy(net);
    ls_module_destroy(whole);
    return status;
}

static ls_status train_rank(int index, void *arg)
{
    (void)index;
    return train_and_compare(arg);
}

static const char usage[] = "usage: ddp_linear [--large] [--steps N] [--init_method URL] [--num_processes N]\n";

static bool parse_count(const char *text, int *out_count)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 1 || value > 1000000) {
        fprintf(stderr, "ddp_linear: \"%s\" is not a whole number from 1 to 1000000\n", text);
        return false;
    }
    *out_count = (int)value;
    return true;
}

int main(int argc, char **argv)
{
    struct options o = {.steps = 10, .init_method = "pjrt://"};
    static const struct option names[] = {{"large", no_argument, NULL, 'l'},
                                          {"steps", required_argument, NULL, 's'},
                                          {"init_method", required_argument, NULL, 'i'},
                                          {"num_processes", required_argument, NULL, 'p'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    for (int key; (key = getopt_long(argc, argv, "", names, NULL)) != -1;) switch (key) {
        case 'l': o.large = true; break;
        case 's':
            if (!parse_count(optarg, &o.steps)) return 2;
            break;
        case 'i': o.init_method = optarg; break;
        case 'p':
            if (!parse_count(optarg, &o.num_processes)) return 2;
            break;
        case 'h': fputs(usage, stdout); return 0;
        default: fputs(usage, stderr); return 2;
        }
    ls_status status = ls_spawn(train_rank, &o, &(ls_spawn_options){.num_processes = o.num_processes});
    if (status != LS_OK) fprintf(stderr, "%s: %s\n", ls_status_name(status), ls_last_error());
    return status != LS_OK;
}
