/* The fuzz target on a fixed series of damaged artifacts: bytes changed, pieces cut, doubled and moved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "artifacts.h"
#include "bytecode_fuzz.c"

static uint64_t random_state = 1;

static size_t below(size_t count)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % count;
}

/* Small numbers, odd ones, and what varints of several bytes begin with. */
static const unsigned char values[] = {0, 1, 2, 3, 5, 7, 9, 0x7F, 0x80, 0xFD, 0xFE, 0xFF};

static size_t mutate(unsigned char *bytes, size_t size)
{
    size_t at = 4 + below(size - 4), length = 1 + below(12);
    if (length > size - at) length = size - at;
    size_t from = 4 + below(size - 4 - length + 1);
    switch (below(8)) {
    case 0: bytes[at] = (unsigned char)below(256); return size;
    case 1: memmove(bytes + at, bytes + at + length, size - at - length); return size - length;
    case 2: memmove(bytes + at, bytes + from, length); return size;
    case 3: bytes[at] ^= (unsigned char)(1 << below(8)); return size;
    default: bytes[at] = values[below(sizeof(values))]; return size;
    }
}

static void damaged_artifacts_are_read_or_refused(void **state)
{
    for (size_t i = 0; i < ARTIFACT_NAME_COUNT; i++)
        for (size_t v = 0; v < ARTIFACT_VERSION_COUNT; v++) {
            artifact binary = artifact_load(artifact_names[i], artifact_versions[v]);
            unsigned char *bytes = malloc(binary.size);
            for (int round = 0; round < 20000; round++) {
                size_t size = binary.size;
                memcpy(bytes, binary.bytes, size);
                for (size_t changes = 1 + below(2); changes && size > 64; changes--) size = mutate(bytes, size);
                LLVMFuzzerTestOneInput(bytes, size);
            }
            free(bytes);
            free(binary.bytes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_artifacts_are_read_or_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
