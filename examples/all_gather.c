/* Every rank gives its number; every rank gets and prints all of them. */
#include <lockstep/lockstep.h>
#include <stdio.h>

static ls_status all_gather(int index, void *arg)
{
    (void)arg;
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = "pjrt://"}));
    int world = ls_world_size(LS_WORLD);
    ls_tensor t = ls_from_i32(&(int32_t){index}, LS_SHAPE(1));
    ls_tensor output[world];
    LS_TRY(ls_all_gather(output, t, LS_WORLD));
    LS_TRY(ls_mark_step());
    for (int r = 0; r < world; r++) LS_TRY(ls_print(output[r]));
    return LS_OK;
}

int main(void)
{
    ls_status status = ls_spawn(all_gather, NULL, NULL);
    if (status != LS_OK) fprintf(stderr, "%s\n", ls_last_error());
    return status;
}
