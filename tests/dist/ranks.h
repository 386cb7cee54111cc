/* What the tests of dist share: layouts to run in, and looking after what must not be left. */
#ifndef TESTS_DIST_RANKS_H
#define TESTS_DIST_RANKS_H

#include "ls_test.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include <lockstep/distributed.h>

/* A rank function reports by failing: ls_spawn then shows the line. */
#define EXPECT(...)                                                                                                    \
    do {                                                                                                               \
        if (!(__VA_ARGS__))                                                                                            \
            return ls_fail(LS_INTERNAL, "%s:%d: %s does not hold; %s", __FILE__, __LINE__, #__VA_ARGS__,               \
                           ls_last_error());                                                                           \
    } while (0)

struct layout {
    int processes, threads;
};

static const struct layout layouts[] = {{1, 1}, {1, 2}, {2, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}};
#define LAYOUT_COUNT (int)(sizeof(layouts) / sizeof(layouts[0]))
#define MOST_RANKS 8

/* Runs `fn` in a layout; results (MOST_RANKS entries) may be NULL. */
static inline ls_status spawn_in(struct layout layout, ls_rank_fn fn, void *arg, ls_bytes *results)
{
    return ls_spawn(fn, arg,
                    &(ls_spawn_options){.num_processes = layout.processes,
                                        .num_ranks = layout.processes * layout.threads,
                                        .out_results = results});
}

/* No launcher, MOST_RANKS devices: the tests' surroundings. */
static inline int set_surroundings(void **state)
{
    static const char *const cleared[] = {"RANK",
                                          "WORLD_SIZE",
                                          "LOCAL_RANK",
                                          "LOCAL_WORLD_SIZE",
                                          "MASTER_ADDR",
                                          "MASTER_PORT",
                                          "OMPI_COMM_WORLD_RANK",
                                          "PMI_RANK",
                                          "SLURM_PROCID",
                                          "LOCKSTEP_NUM_RANKS",
                                          "LOCKSTEP_NUM_PROCESSES",
                                          "PJRT_DEVICE",
                                          "TORCHELASTIC_USE_AGENT_STORE"};
    for (size_t i = 0; i < sizeof(cleared) / sizeof(cleared[0]); i++) unsetenv(cleared[i]);
    setenv("LOCKSTEP_CPU_DEVICES", "8", 1);
    return 0;
}

static inline int count_entries(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory) return -1;
    int count = 0;
    while (readdir(directory)) count++;
    closedir(directory);
    return count;
}

static inline int count_fds(void)
{
    return count_entries("/proc/self/fd");
}

/* Children of this process that are not reaped. */
static inline int count_children(void)
{
    char path[64], text[4096] = "";
    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    size_t size = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    int count = 0;
    for (size_t i = 0; i < size; i++) count += text[i] == ' ';
    return count;
}

#endif
