#include "cpu/codegen/jit.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/error.h"
#include "base/map.h"
#include "cpu/codegen/llvm.h"

static const char passes[] = "default<O3>";
/* Where the name of the kernel stands until its key is known. */
static const char placeholder[] = "ls_0000000000000000_0000000000000000";

/* What all kernels of the process share. Kernels stay until it ends. */
static struct jit {
    const ls_llvm *llvm; /* NULL: no code is generated */
    LLVMOrcLLJITRef linker;
    char *processor, *features, *triple;
    uint64_t seed; /* of keys: processor, features, version, passes */
    pthread_mutex_t lock;
    pthread_cond_t made;
    ls_map kernels; /* from key to kernel */
    _Atomic int64_t compiled, read;
} jit = {.lock = PTHREAD_MUTEX_INITIALIZER, .made = PTHREAD_COND_INITIALIZER};
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- Starting ------------------------------------------------------------------------------------------------------
 */

/* What generated code may call. */
#define ONE(name)                                                                                                      \
    {#name, (void *)(name)},                                                                                           \
    {                                                                                                                  \
#name "f", (void *)(name##f)                                                                                   \
    }
static const struct {
    const char *name;
    void *address;
} callable[] = {
    ONE(exp),
    ONE(log),
    ONE(tanh),
    ONE(cbrt),
    ONE(cos),
    ONE(erf),
    ONE(expm1),
    ONE(log1p),
    ONE(sin),
    ONE(tan),
    ONE(atan2),
    ONE(pow),
    ONE(fmod),
    ONE(ceil),
    ONE(floor),
    ONE(round),
    ONE(rint),
    {"memcpy", (void *)memcpy},
    {"memset", (void *)memset},
    {"memmove", (void *)memmove},
};
#undef ONE
enum { CALLABLE = sizeof(callable) / sizeof(callable[0]) };

/* Says what went wrong, once, and frees it. */
static ls_status failed(const char *what, LLVMErrorRef error)
{
    char *message = jit.llvm->GetErrorMessage(error);
    ls_status status = ls_fail(LS_INTERNAL, "%s: %s", what, message);
    jit.llvm->DisposeErrorMessage(message);
    return status;
}

static ls_status start_linker(void)
{
    const ls_llvm *llvm = jit.llvm;
    LLVMErrorRef error = llvm->OrcCreateLLJIT(&jit.linker, NULL);
    if (error) return failed("LLVM's linker", error);
    LLVMOrcCSymbolMapPair symbols[CALLABLE];
    for (int i = 0; i < CALLABLE; i++)
        symbols[i] = (LLVMOrcCSymbolMapPair){
            .Name = llvm->OrcLLJITMangleAndIntern(jit.linker, callable[i].name),
            .Sym = {.Address = (LLVMOrcExecutorAddress)(uintptr_t)callable[i].address,
                    .Flags = {.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable}}};
    error =
        llvm->OrcJITDylibDefine(llvm->OrcLLJITGetMainJITDylib(jit.linker), llvm->OrcAbsoluteSymbols(symbols, CALLABLE));
    return error ? failed("LLVM's linker", error) : LS_OK;
}

static void start(void)
{
    const char *wish = ls_env_get(LS_ENV_LOCKSTEP_CPU_CODEGEN);
    if (wish && !strcmp(wish, "0")) return;
    jit.llvm = ls_llvm_load();
    if (!jit.llvm) return;
    jit.processor = jit.llvm->GetHostCPUName();
    jit.features = jit.llvm->GetHostCPUFeatures();
    jit.triple = jit.llvm->GetDefaultTargetTriple();
    unsigned version[3];
    jit.llvm->GetVersion(&version[0], &version[1], &version[2]);
    jit.seed = ls_hash(jit.processor, strlen(jit.processor), 0);
    jit.seed = ls_hash(jit.features, strlen(jit.features), jit.seed);
    jit.seed = ls_hash(passes, sizeof(passes), ls_hash(version, sizeof(version), jit.seed));
    if (start_linker() != LS_OK) jit.llvm = NULL;
}

bool ls_jit_is_there(void)
{
    pthread_once(&once, start);
    return jit.llvm != NULL;
}

ls_jit_counts ls_jit_count(void)
{
    return (ls_jit_counts){atomic_load(&jit.compiled), atomic_load(&jit.read)};
}

/* --- Compiling -----------------------------------------------------------------------------------------------------
 */

static ls_status optimise(LLVMModuleRef module, LLVMTargetMachineRef machine)
{
    const ls_llvm *llvm = jit.llvm;
    LLVMTargetDataRef layout = llvm->CreateTargetDataLayout(machine);
    llvm->SetTarget(module, jit.triple);
    llvm->SetModuleDataLayout(module, layout);
    llvm->DisposeTargetData(layout);
    LLVMPassBuilderOptionsRef options = llvm->CreatePassBuilderOptions();
    LLVMErrorRef error = llvm->RunPasses(module, passes, machine, options);
    llvm->DisposePassBuilderOptions(options);
    return error ? failed("LLVM's passes", error) : LS_OK;
}

static ls_status make_machine(LLVMTargetMachineRef *out_machine)
{
    char *message = NULL;
    LLVMTargetRef target;
    if (jit.llvm->GetTargetFromTriple(jit.triple, &target, &message)) {
        ls_status status = ls_fail(LS_INTERNAL, "LLVM has no target %s: %s", jit.triple, message);
        jit.llvm->DisposeMessage(message);
        return status;
    }
    *out_machine = jit.llvm->CreateTargetMachine(target, jit.triple, jit.processor, jit.features,
                                                 LLVMCodeGenLevelAggressive, LLVMRelocPIC, LLVMCodeModelJITDefault);
    return *out_machine ? LS_OK : ls_fail(LS_INTERNAL, "LLVM has no machine for %s", jit.processor);
}

/* LLVM's remarks (a loop that calls a function is not vectorised) are nobody's concern; errors come as messages. */
static void ignore_remark(LLVMDiagnosticInfoRef remark, void *arg)
{
}

/* From the text to an object in memory; in a context of its own, so that threads do not meet. */
static ls_status compile_in(LLVMContextRef context, const char *text, size_t size, LLVMMemoryBufferRef *out_object)
{
    const ls_llvm *llvm = jit.llvm;
    char *message = NULL;
    LLVMModuleRef module;
    LLVMMemoryBufferRef source = llvm->CreateMemoryBufferWithMemoryRangeCopy(text, size, "kernel");
    if (llvm->ParseIRInContext(context, source, &module, &message)) { /* takes the source */
        ls_status status = ls_fail(LS_INTERNAL, "LLVM does not read a kernel: %s", message);
        llvm->DisposeMessage(message);
        return status;
    }
    LLVMTargetMachineRef machine = NULL;
    ls_status status = make_machine(&machine);
    if (status == LS_OK) status = optimise(module, machine);
    if (status == LS_OK &&
        llvm->TargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, out_object)) {
        status = ls_fail(LS_INTERNAL, "LLVM does not compile a kernel: %s", message);
        llvm->DisposeMessage(message);
    }
    if (machine) llvm->DisposeTargetMachine(machine);
    llvm->DisposeModule(module);
    return status;
}

static ls_status link_object(const void *object, size_t size, const char *name, ls_codegen_fn *out_function)
{
    const ls_llvm *llvm = jit.llvm;
    LLVMMemoryBufferRef copy = llvm->CreateMemoryBufferWithMemoryRangeCopy(object, size, name);
    LLVMErrorRef error = llvm->OrcLLJITAddObjectFile(jit.linker, llvm->OrcLLJITGetMainJITDylib(jit.linker), copy);
    if (error) return failed("linking a kernel", error);
    LLVMOrcExecutorAddress address;
    error = llvm->OrcLLJITLookup(jit.linker, &address, name);
    if (error) return failed("finding a kernel", error);
    *out_function = (ls_codegen_fn)(uintptr_t)address;
    return LS_OK;
}

static ls_status make_kernel(ls_jit_key key, const char *text, size_t size, const char *name,
                             ls_codegen_fn *out_function)
{
    size_t object_size;
    void *kept = ls_jit_cache_read(key, &object_size);
    if (kept) {
        ls_status status = link_object(kept, object_size, name, out_function);
        free(kept);
        atomic_fetch_add(&jit.read, 1);
        return status;
    }
    LLVMMemoryBufferRef object = NULL;
    LLVMContextRef context = jit.llvm->ContextCreate();
    jit.llvm->ContextSetDiagnosticHandler(context, ignore_remark, NULL);
    ls_status status = compile_in(context, text, size, &object);
    jit.llvm->ContextDispose(context);
    if (status != LS_OK) return status;
    const void *bytes = jit.llvm->GetBufferStart(object);
    object_size = jit.llvm->GetBufferSize(object);
    atomic_fetch_add(&jit.compiled, 1);
    ls_jit_cache_write(key, bytes, object_size);
    status = link_object(bytes, object_size, name, out_function);
    jit.llvm->DisposeMemoryBuffer(object);
    return status;
}

/* A kernel of the process: made by the first who asks; the others wait for it. */
typedef struct kernel {
    bool is_made; /* or could not be */
    ls_codegen_fn function;
    char *message; /* why it could not */
} kernel;

static ls_status find_or_make(ls_jit_key key, const char *text, size_t size, const char *name,
                              ls_codegen_fn *out_function)
{
    pthread_mutex_lock(&jit.lock);
    kernel *found = ls_map_get(&jit.kernels, &key, sizeof(key));
    bool is_mine = !found;
    if (is_mine && (found = calloc(1, sizeof(*found)))) ls_map_set(&jit.kernels, &key, sizeof(key), found);
    if (!is_mine)
        while (!found->is_made) pthread_cond_wait(&jit.made, &jit.lock);
    pthread_mutex_unlock(&jit.lock);
    if (!found) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (is_mine) {
        ls_codegen_fn function = NULL;
        char *message = make_kernel(key, text, size, name, &function) == LS_OK ? NULL : strdup(ls_last_error());
        pthread_mutex_lock(&jit.lock);
        *found = (kernel){.is_made = true, .function = function, .message = message};
        pthread_cond_broadcast(&jit.made);
        pthread_mutex_unlock(&jit.lock);
    }
    *out_function = found->function;
    return found->function ? LS_OK : ls_fail(LS_INTERNAL, "%s", found->message ? found->message : "out of memory");
}

ls_status ls_jit_compile(const ls_codegen_group *group, ls_codegen_fn *out_function, int64_t *out_row)
{
    *out_function = NULL;
    *out_row = 1;
    if (!ls_jit_is_there()) return LS_OK;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    bool fits = ls_codegen_write(group, placeholder, out, out_row);
    ls_status status = fclose(out) == 0 ? LS_OK : ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
    if (status == LS_OK && fits) {
        ls_jit_key key = {{ls_hash(text, size, jit.seed), ls_hash(text, size, ~jit.seed)}};
        char name[sizeof(placeholder)];
        snprintf(name, sizeof(name), "ls_%016" PRIx64 "_%016" PRIx64, key.words[0], key.words[1]);
        memcpy(strstr(text, placeholder), name, strlen(name));
        status = find_or_make(key, text, size, name, out_function);
    }
    free(text);
    return status;
}
