/* A libFuzzer target: any bytes are either refused or give entries that lie inside the input. */
#include "base/error.h"
#include "io/safetensors.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    ls_safetensors file;
    if (ls_safetensors_parse(data, size, "fuzz", &file) != LS_OK) return 0;
    volatile unsigned char byte = 0; /* read all of it */
    for (size_t i = 0; i < file.count; i++) {
        const unsigned char *bytes = file.entries[i].data;
        LS_ASSERT(bytes >= data && bytes + file.entries[i].bytes <= data + size);
        LS_ASSERT(ls_safetensors_find(&file, file.entries[i].name));
        for (size_t j = 0; j < file.entries[i].bytes; j++) byte = bytes[j];
    }
    ls_safetensors_finish(&file);
    (void)byte;
    return 0;
}
