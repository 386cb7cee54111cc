/* Takes back what each_type.h defined for one type. */
#undef SUFFIX
#undef T
#undef C
#undef U
#undef IS_FLOAT
#undef IS_COMPLEX
#undef IS_SIGNED
#undef IS_BOOL
#undef BITS
#undef LOAD
#undef STORE
#undef IS_HALF
