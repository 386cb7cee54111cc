/* A program whose rank 1 fails first and ends last. */
#include <lockstep/lockstep.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ls_status fail_as_rank_1(int index, void *arg)
{
    ls_status status = ls_init_process_group("xla", NULL);
    ls_group group;
    if (status != LS_OK) return status;
    return index == 1 ? ls_new_group(NULL, 0, &group) : ls_barrier(LS_WORLD);
}

int main(void)
{
    ls_status status = ls_spawn(fail_as_rank_1, NULL, NULL);
    const char *rank = getenv("RANK");
    if (rank && atoi(rank) == 1) usleep(400000);
    fprintf(stderr, "ended with %s\n", ls_status_name(status));
    return (int)status;
}
