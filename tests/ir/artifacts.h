/* The artifacts in artifacts/: NAME.mlir, and NAME.VERSION.mlirbc that other people's serialiser made of it. */
#ifndef LS_TESTS_IR_ARTIFACTS_H
#define LS_TESTS_IR_ARTIFACTS_H

#include <stdio.h>
#include <stdlib.h>

static const char *const artifact_names[] = {"network", "control"};
static const char *const artifact_versions[] = {"0.9.0.mlirbc",  "0.11.0.mlirbc", "0.13.0.mlirbc",
                                                "0.14.0.mlirbc", "1.0.0.mlirbc",  "1.17.0.mlirbc"};
#define ARTIFACT_NAME_COUNT (sizeof(artifact_names) / sizeof(artifact_names[0]))
#define ARTIFACT_VERSION_COUNT (sizeof(artifact_versions) / sizeof(artifact_versions[0]))

typedef struct artifact {
    char *bytes;
    size_t size;
} artifact;

/* Free its bytes. */
static inline artifact artifact_load(const char *name, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof(path), ARTIFACTS_FOLDER "/%s.%s", name, ending);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    artifact loaded = {.bytes = malloc(1 << 16)};
    loaded.size = fread(loaded.bytes, 1, 1 << 16, file);
    fclose(file);
    return loaded;
}

#endif
