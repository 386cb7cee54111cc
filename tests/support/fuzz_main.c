/* A short run of a fuzz target, without libFuzzer: mutations of files (the arguments: files and folders) and of what
 * the target starts from, for a second. Each input comes from its number alone: `program --input N files...` runs one
 * again. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "fuzz.h"

enum { MAX_SEEDS = 64, MAX_SIZE = 1 << 16, RUN_MS = 1000 };

static struct seed {
    unsigned char *data;
    size_t size;
} seeds[MAX_SEEDS];
static int seed_count;

static void add_seed(const unsigned char *data, size_t size)
{
    if (seed_count == MAX_SEEDS) return;
    seeds[seed_count].data = malloc(size + 1);
    memcpy(seeds[seed_count].data, data, size);
    seeds[seed_count++].size = size;
}

static void add_file(const char *path)
{
    static unsigned char data[MAX_SIZE];
    FILE *file = fopen(path, "rb");
    if (!file) return;
    add_seed(data, fread(data, 1, sizeof(data), file));
    fclose(file);
}

static void add_path(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        add_file(path);
        return;
    }
    char name[1024];
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_type == DT_REG && snprintf(name, sizeof(name), "%s/%s", path, entry->d_name) < (int)sizeof(name))
            add_file(name);
    closedir(folder);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static size_t below(uint64_t *state, size_t limit)
{
    return limit ? next_random(state) % limit : 0;
}

/* One edit; returns the new size. */
static size_t mutate(unsigned char *data, size_t size, uint64_t *state)
{
    static const unsigned char telling[] = {0,   1,   2,   4,   8,   0x7F, 0x80, 0xFE, 0xFF,
                                            '"', '<', '(', '[', '{', '-',  '0',  '9'};
    size_t at = below(state, size), count = 1 + below(state, 16), from = below(state, size);
    if (!size || (next_random(state) % 6 == 0 && size + count < MAX_SIZE)) { /* insert */
        memmove(data + at + count, data + at, size - at);
        for (size_t i = 0; i < count; i++) data[at + i] = (unsigned char)next_random(state);
        return size + count;
    }
    if (at + count > size || from + count > size) count = 1;
    switch (next_random(state) % 5) {
    case 0: data[at] = telling[next_random(state) % sizeof(telling)]; break;
    case 1: data[at] ^= (unsigned char)(1 << next_random(state) % 8); break;
    case 2: memmove(data + at, data + from, count); break;
    case 3: /* cut out */ memmove(data + at, data + at + count, size - at - count); return size - count;
    default:
        if (next_random(state) % 8 == 0) return at + 1; /* cut short */
        data[at] = (unsigned char)next_random(state);
    }
    return size;
}

static void run_input(uint64_t number)
{
    static unsigned char data[MAX_SIZE + 64];
    uint64_t state = number * 0x9E3779B97F4A7C15u + 1;
    size_t size = 0;
    if (seed_count && number % 16) {
        const struct seed *seed = &seeds[next_random(&state) % (uint64_t)seed_count];
        size = seed->size;
        memcpy(data, seed->data, size);
    }
    for (uint64_t edits = number < MAX_SEEDS ? 0 : 1 + next_random(&state) % 8; edits; edits--)
        size = mutate(data, size, &state);
    unsigned char *exact = malloc(size ? size : 1); /* so that a sanitizer sees a read past the end */
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
    bool is_again = argc > 2 && !strcmp(argv[1], "--input");
    static unsigned char start[MAX_SIZE];
    if (ls_fuzz_seed) add_seed(start, ls_fuzz_seed(start, sizeof(start)));
    for (int i = is_again ? 3 : 1; i < argc; i++) add_path(argv[i]);
    if (is_again) {
        run_input(strtoull(argv[2], NULL, 10));
        return 0;
    }
    uint64_t number = 0;
    for (int64_t end = now_ms() + RUN_MS; now_ms() < end; number++) {
        if (number % 1024 == 0) {
            printf("# from input %llu\n", (unsigned long long)number);
            fflush(stdout);
        }
        run_input(number);
    }
    printf("ok 1 - %llu inputs\n1..1\n", (unsigned long long)number);
    return 0;
}
