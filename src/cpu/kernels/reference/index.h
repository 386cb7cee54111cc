/* Reading indices of any integer type. */
#ifndef LS_CPU_KERNELS_REFERENCE_INDEX_H
#define LS_CPU_KERNELS_REFERENCE_INDEX_H

#include <stdint.h>
#include <string.h>

#include <lockstep/types.h>

/* The integer at `address`; an unsigned one too large for int64_t gives INT64_MAX. */
static inline int64_t ls_cpu_index_at(const void *address, ls_dtype dtype)
{
#define READ(type)                                                                                                     \
    {                                                                                                                  \
        type value;                                                                                                    \
        memcpy(&value, address, sizeof(value));                                                                        \
        return (int64_t)value;                                                                                         \
    }
    switch (dtype) {
    case LS_I8: READ(int8_t)
    case LS_I16: READ(int16_t)
    case LS_I32: READ(int32_t)
    case LS_BOOL:
    case LS_U8: READ(uint8_t)
    case LS_U16: READ(uint16_t)
    case LS_U32: READ(uint32_t)
    case LS_U64: {
        uint64_t value;
        memcpy(&value, address, sizeof(value));
        return value > INT64_MAX ? INT64_MAX : (int64_t)value;
    }
    default: READ(int64_t)
    }
#undef READ
}

/* The same, moved into 0..last. */
static inline int64_t ls_cpu_index_clamped(const void *address, ls_dtype dtype, int64_t last)
{
    int64_t index = ls_cpu_index_at(address, dtype);
    return index < 0 ? 0 : index > last ? last : index;
}

#endif
