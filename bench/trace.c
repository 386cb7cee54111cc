/* What recording and cutting cost, per StableHLO op, once the program is cached: bench_trace [layers] [steps].
 *
 * A step is a chain of layers on tiny tensors: matmul, bias, ReLU, residual, mean, scaling, with its gradient and an
 * update of the state. Launching is told apart, as it is the device's. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lockstep/lockstep.h>

#define WIDTH 4
#define MAX_LAYERS 512

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The number behind "key": in the metrics, after `section`. */
static double metric(const char *report, const char *section, const char *key)
{
    const char *at = strstr(report, section);
    at = at ? strstr(at, key) : NULL;
    return at ? strtod(at + strlen(key), NULL) : 0;
}

static ls_status step(ls_tensor *weights, int layers, double lr)
{
    LS_TRY(ls_step_begin());
    ls_tensor x = ls_ones(LS_SHAPE(WIDTH, WIDTH), LS_F32);
    for (int i = 0; i < layers; i++) {
        ls_tensor y = ls_relu(ls_matmul(x, weights[i]));
        x = ls_mul_scalar(ls_add(y, x), 0.5);
    }
    LS_TRY(ls_backward(ls_mean(x, NULL, 0, NULL), NULL));
    ls_no_grad_begin();
    ls_tensor rate = ls_scalar(lr, LS_F32);
    for (int i = 0; i < layers; i++) {
        LS_TRY(ls_assign(weights[i], ls_sub(weights[i], ls_mul(rate, ls_grad(weights[i])))));
        LS_TRY(ls_set_grad(weights[i], (ls_tensor){0}));
    }
    ls_no_grad_end();
    return LS_OK;
}

static ls_status run(int layers, int steps)
{
    static float ones[WIDTH * WIDTH];
    ls_tensor weights[MAX_LAYERS];
    for (int i = 0; i < layers; i++) {
        weights[i] = ls_from_f32(ones, LS_SHAPE(WIDTH, WIDTH));
        LS_TRY(ls_set_requires_grad(weights[i], true));
    }
    double recording = 0;
    for (int i = -3; i < steps; i++) {
        if (i == 0) {
            LS_TRY(ls_wait_device());
            ls_metrics_reset();
            recording = 0;
        }
        double start = now_ns();
        LS_TRY(step(weights, layers, 0.1 / (i + 4)));
        recording += now_ns() - start;
        LS_TRY(ls_step_end());
        LS_TRY(ls_wait_device());
    }
    char *report = ls_metrics_report(&(ls_metrics_options){.json = true});
    if (!report) return LS_RESOURCE_EXHAUSTED;
    double ops = metric(report, "{", "\"ops\": "), cutting = metric(report, "\"cut\"", "\"total_ns\": ");
    double launching = metric(report, "\"launch\"", "\"total_ns\": ");
    printf("%.0f ops a step, %d steps, %.0f compiles\n", ops / steps, steps, metric(report, "{", "\"compiles\": "));
    printf("recording  %7.0f ns per op (with backward)\n", recording / ops);
    printf("cutting    %7.0f ns per op\n", cutting / ops);
    printf("launching  %7.0f ns per op (the device's)\n", launching / ops);
    free(report);
    return LS_OK;
}

int main(int argc, char **argv)
{
    int layers = argc > 1 ? atoi(argv[1]) : 64, steps = argc > 2 ? atoi(argv[2]) : 200;
    if (layers < 1 || layers > MAX_LAYERS || steps < 1) {
        fprintf(stderr, "usage: %s [layers, at most %d] [steps]\n", argv[0], MAX_LAYERS);
        return 2;
    }
    if (run(layers, steps) == LS_OK) return 0;
    fprintf(stderr, "%s\n", ls_last_error());
    return 1;
}
