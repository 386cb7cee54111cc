/* A plugin that ends the process as soon as it is asked for anything. */
#include <stdlib.h>

__attribute__((visibility("default"))) const void *GetPjrtApi(void);

const void *GetPjrtApi(void)
{
    abort();
}
