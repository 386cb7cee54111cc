#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/thread.h"
#include "run.h"

static int read_number(int cpu, const char *name)
{
    char path[128];
    int value = 0;
    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    if (fscanf(file, "%d", &value) != 1) value = 0;
    fclose(file);
    return value;
}

struct processor {
    int package, core, number;
};

static int by_place(const void *a, const void *b)
{
    const struct processor *left = a, *right = b;
    if (left->package != right->package) return left->package - right->package;
    return left->core != right->core ? left->core - right->core : left->number - right->number;
}

void run_processors_read(run_processors *out)
{
    cpu_set_t allowed;
    *out = (run_processors){.total = ls_cpu_count()};
    if (sched_getaffinity(0, sizeof(allowed), &allowed)) return; /* more than the set holds: nobody is bound */
    struct processor list[CPU_SETSIZE];
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            list[out->count++] =
                (struct processor){read_number(cpu, "physical_package_id"), read_number(cpu, "core_id"), cpu};
    qsort(list, (size_t)out->count, sizeof(list[0]), by_place);
    for (int i = 0; i < out->count; i++) out->numbers[i] = list[i].number;
}

bool run_processors_share(const run_processors *processors, int index, int count, cpu_set_t *out_share)
{
    CPU_ZERO(out_share);
    if (processors->count < count) return false;
    int first = processors->count * index / count, end = processors->count * (index + 1) / count;
    for (int i = first; i < end; i++) CPU_SET(processors->numbers[i], out_share);
    return true;
}
