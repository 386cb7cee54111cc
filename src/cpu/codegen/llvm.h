/* LLVM's C API, loaded when it is first needed: the library is large, and most programs run without it. */
#ifndef LS_CPU_CODEGEN_LLVM_H
#define LS_CPU_CODEGEN_LLVM_H

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

typedef struct ls_llvm {
#define LS_LLVM(name) __typeof__(LLVM##name) *name;
#include "cpu/codegen/llvm.def"
#undef LS_LLVM
} ls_llvm;

/* The functions, or NULL where there is no LLVM 19 (said once, at LS_LOG_INFO). Any thread. */
const ls_llvm *ls_llvm_load(void);

#endif
