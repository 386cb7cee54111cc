#include "cpu/kernels/fast/parallel.h"

/* The entry points of GNU's OpenMP runtime, which Debian's oneDNN runs on: called by name, so that code of any compiler
 * shares its teams. */
void GOMP_parallel(void (*body)(void *), void *arg, unsigned threads, unsigned flags);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
void omp_set_num_threads(int threads);

int ls_parallel_parts(int threads, int64_t count, int64_t grain)
{
    int64_t parts = count / (grain > 0 ? grain : 1);
    return (int)(parts < 1 ? 1 : parts > threads ? threads : parts);
}

typedef struct team_job {
    int parts;
    int64_t count;
    ls_parallel_body body;
    void *arg;
} team_job;

/* The thread sanitizer does not see how the runtime starts and joins a team. */
#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#else
#define __tsan_acquire(address) ((void)(address))
#define __tsan_release(address) ((void)(address))
#endif

/* Every thread of the team; it may be smaller than asked for. */
static void team_member(void *arg)
{
    const team_job *j = arg;
    __tsan_acquire(arg);
    for (int part = omp_get_thread_num(); part < j->parts; part += omp_get_num_threads())
        j->body(j->arg, part, j->count * part / j->parts, j->count * (part + 1) / j->parts);
    __tsan_release(arg);
}

void ls_parallel(int parts, int64_t count, ls_parallel_body body, void *arg)
{
    team_job job = {parts, count, body, arg};
    if (parts == 1) {
        body(arg, 0, 0, count);
        return;
    }
    __tsan_release(&job);
    GOMP_parallel(team_member, &job, (unsigned)parts, 0);
    __tsan_acquire(&job);
}

int ls_parallel_set_team(int threads)
{
    int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    return before;
}
