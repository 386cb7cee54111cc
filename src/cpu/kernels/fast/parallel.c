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

/* Every thread of the team; it may be smaller than asked for. */
static void team_member(void *arg)
{
    const team_job *j = arg;
    for (int part = omp_get_thread_num(); part < j->parts; part += omp_get_num_threads())
        j->body(j->arg, part, j->count * part / j->parts, j->count * (part + 1) / j->parts);
}

void ls_parallel(int parts, int64_t count, ls_parallel_body body, void *arg)
{
    team_job job = {parts, count, body, arg};
    if (parts == 1) body(arg, 0, 0, count);
    else GOMP_parallel(team_member, &job, (unsigned)parts, 0);
}

int ls_parallel_set_team(int threads)
{
    int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    return before;
}
