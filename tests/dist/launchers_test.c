/* Real launchers: torchrun, where a torch is installed, and mpirun. They start this program again, as ranks. */
#include "ranks.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/deadline.h"
#include "torch.h"

static char self[256]; /* this program's path */

/* --- What a rank does ------------------------------------------------------------------------------------------- */

/* Whether this process listens on a TCP port: torchrun's agent has the store already. */
static bool listens(void)
{
    static const char *const tables[] = {"/proc/self/net/tcp", "/proc/self/net/tcp6"};
    for (int t = 0; t < 2; t++) {
        FILE *table = fopen(tables[t], "r");
        char line[512];
        while (table && fgets(line, sizeof(line), table)) {
            unsigned state;
            unsigned long inode;
            if (sscanf(line, " %*d: %*s %*s %x %*s %*s %*s %*d %*d %lu", &state, &inode) != 2 || state != 0x0A)
                continue;
            for (int fd = 0; fd < 256; fd++) {
                char path[64], link[64] = "", wanted[64];
                snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
                snprintf(wanted, sizeof(wanted), "socket:[%lu]", inode);
                if (readlink(path, link, sizeof(link) - 1) > 0 && !strcmp(link, wanted)) {
                    fclose(table);
                    return true;
                }
            }
        }
        if (table) fclose(table);
    }
    return false;
}

/* `arg`: the method, or NULL. */
static ls_status use_world(int index, void *arg)
{
    LS_TRY(ls_init_process_group("xla", &(ls_init_options){.init_method = arg, .timeout_ms = 30000}));
    int me = ls_rank(LS_WORLD), world = ls_world_size(LS_WORLD), sum = 0;
    EXPECT(me == index && ls_device_ordinal() == me);
    LS_TRY(ls_host_all_reduce(&me, &sum, 1, LS_I32, LS_SUM, LS_WORLD));
    EXPECT(sum == world * (world - 1) / 2);
    if (getenv("TORCHELASTIC_USE_AGENT_STORE")) EXPECT(!listens()); /* MPICH's own processes do */
    LS_TRY(ls_barrier(LS_WORLD));
    if (me == 0) printf("world of %d\n", world);
    return ls_destroy_process_group();
}

/* The last rank of the first attempt is killed once it has met the others; the second attempt succeeds. */
static ls_status die_first(int index, void *arg)
{
    bool is_first = !strcmp(getenv("TORCHELASTIC_RESTART_COUNT"), "0");
    if (!is_first) return use_world(index, arg);
    LS_TRY(ls_init_process_group(NULL, &(ls_init_options){.timeout_ms = 30000}));
    if (ls_rank(LS_WORLD) == ls_world_size(LS_WORLD) - 1) kill(getpid(), SIGKILL);
    return ls_barrier(LS_WORLD);
}

static int run_as_ranks(int argc, char **argv)
{
    ls_rank_fn fn = strcmp(argv[1], "die") ? use_world : die_first;
    char *method = argc > 3 ? argv[3] : NULL;
    ls_status status = ls_spawn(fn, method, &(ls_spawn_options){.num_ranks = atoi(argv[2])});
    if (status == LS_OK) return 0;
    fprintf(stderr, "%s\n", ls_last_error());
    return 1;
}

/* --- Launching -------------------------------------------------------------------------------------------------- */

/* Runs a command; `said` gets what it writes. Returns its exit status. */
static int run_command(const char *command, char *said, size_t size)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(said, 1, size - 1, pipe);
    said[length] = 0;
    while (fgetc(pipe) != EOF) {
    }
    return pclose(pipe);
}

static void command_gives(const char *command, const char *expected)
{
    char said[8192];
    int status = run_command(command, said, sizeof(said));
    if (status || !strstr(said, expected)) fail_msg("%s\nstatus %d, said: %s", command, status, said);
}

static void torchrun_is_joined(void **state)
{
    const char *python = find_torch();
    if (!python) skip();
    char command[1024];
    static const char *const methods[] = {"", "env://", "pjrt://"};
    for (int i = 0; i < 3; i++) {
        snprintf(command, sizeof(command),
                 "'%s' -m torch.distributed.run --standalone --nproc-per-node 2 --no-python '%s' use %d %s 2>&1",
                 python, self, i ? 4 : 2, methods[i]);
        command_gives(command, i ? "world of 4" : "world of 2");
    }
}

static void torchrun_may_start_the_job_again(void **state)
{
    const char *python = find_torch();
    if (!python) skip();
    char command[1024];
    snprintf(
        command, sizeof(command),
        "'%s' -m torch.distributed.run --standalone --nproc-per-node 2 --max-restarts 1 --no-python '%s' die 4 2>&1",
        python, self);
    command_gives(command, "world of 4");
}

/* The first of the commands that starts two processes; NULL, with the reason for a skip, if none does. */
static const char *find_mpirun(const char *const *commands, int count, const char *variable)
{
    for (int i = 0; i < count; i++) {
        char probe[512], said[4096];
        snprintf(probe, sizeof(probe), "%s -n 2 sh -c 'echo $%s' 2>/dev/null", commands[i], variable);
        if (run_command(probe, said, sizeof(said)) == 0 && strchr(said, '1')) return commands[i];
    }
    printf("# skipped: no mpirun that sets %s\n", variable);
    return NULL;
}

static const char *find_openmpi(void)
{
    static const char *const commands[] = {"mpirun.openmpi --allow-run-as-root --oversubscribe",
                                           "mpirun --allow-run-as-root --oversubscribe"};
    return find_mpirun(commands, 2, "OMPI_COMM_WORLD_RANK");
}

static const char *find_mpich(void)
{
    static const char *const commands[] = {"mpiexec.hydra", "mpiexec.mpich"};
    return find_mpirun(commands, 2, "PMI_RANK");
}

static void check_mpirun(const char *mpirun)
{
    if (!mpirun) skip();
    char command[1024];
    static const char *const methods[] = {"", "mpi://", "pjrt://"};
    for (int i = 0; i < 3; i++) {
        snprintf(command, sizeof(command), "%s -n 2 '%s' use %d %s 2>&1", mpirun, self, i ? 4 : 2, methods[i]);
        command_gives(command, i ? "world of 4" : "world of 2");
    }
    /* Not a child of the launcher's, as behind a script. */
    snprintf(command, sizeof(command), "%s -n 3 sh -c '\"%s\" use 3; exit $?' 2>&1", mpirun, self);
    command_gives(command, "world of 3");
}

static void openmpi_is_joined(void **state)
{
    check_mpirun(find_openmpi());
}

static void mpich_is_joined(void **state)
{
    check_mpirun(find_mpich());
}

static void mpirun_jobs_run_beside_each_other(void **state)
{
    const char *launchers[] = {find_openmpi(), find_mpich()};
    int found = 0;
    for (int l = 0; l < 2; l++) {
        if (!launchers[l]) continue;
        found++;
        char command[2048];
        snprintf(command, sizeof(command), "(%s -n 2 '%s' use 2 & %s -n 3 '%s' use 3; wait) 2>&1", launchers[l], self,
                 launchers[l], self);
        command_gives(command, "world of 2");
        command_gives(command, "world of 3");
    }
    if (!found) skip();
}

int main(int argc, char **argv)
{
    if (argc > 2) return run_as_ranks(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openmpi_is_joined),
        cmocka_unit_test(mpich_is_joined),
        cmocka_unit_test(mpirun_jobs_run_beside_each_other),
        cmocka_unit_test(torchrun_is_joined),
        cmocka_unit_test(torchrun_may_start_the_job_again),
    };
    if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) return 1;
    return cmocka_run_group_tests(tests, set_surroundings, NULL);
}
