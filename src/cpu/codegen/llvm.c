#include "cpu/codegen/llvm.h"

#include <dlfcn.h>
#include <pthread.h>

#include "base/log.h"

static ls_llvm functions;
static const ls_llvm *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The process keeps LLVM until it ends: its own destructors must find it. The names stay local, so another LLVM of the
 * process and this one do not meet. */
static void load(void)
{
    void *library = dlopen("libLLVM.so.19.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) library = dlopen("libLLVM-19.so", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        ls_log_write(LS_LOG_INFO, "no LLVM 19: loops run op by op (%s)", dlerror());
        return;
    }
#define LS_LLVM(name)                                                                                                  \
    functions.name = (__typeof__(LLVM##name) *)dlsym(library, "LLVM" #name);                                           \
    if (!functions.name) {                                                                                             \
        ls_log_write(LS_LOG_INFO, "LLVM has no LLVM" #name ": loops run op by op");                                    \
        return;                                                                                                        \
    }
#include "cpu/codegen/llvm.def"
#undef LS_LLVM
    functions.InitializeX86TargetInfo();
    functions.InitializeX86Target();
    functions.InitializeX86TargetMC();
    functions.InitializeX86AsmPrinter();
    loaded = &functions;
}

const ls_llvm *ls_llvm_load(void)
{
    pthread_once(&once, load);
    return loaded;
}
