/* The training steps of the examples, data-parallel over eight replicas, compile for TPUs that are not here. The
 * examples run one step on eight CPU devices, which write down the programs that they get. */
#include <ftw.h>
#include <glob.h>
#include <sys/stat.h>

#include "base/deadline.h"
#include "interop.h"
#include "pjrt/client.h"

#define LIBTPU "libtpu/libtpu.so"

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    return remove(path);
}

/* The largest program in the folder: forward, backward and update in one. Free it. */
static char *read_step(const char *folder, size_t *out_size)
{
    char pattern[256], *text = NULL;
    snprintf(pattern, sizeof(pattern), "%s/*.00-input.mlir", folder);
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    *out_size = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct stat about;
        assert_int_equal(stat(found.gl_pathv[i], &about), 0);
        if ((size_t)about.st_size <= *out_size) continue;
        *out_size = (size_t)about.st_size;
        free(text);
        text = calloc(1, *out_size + 1);
        FILE *file = fopen(found.gl_pathv[i], "rb");
        assert_non_null(file);
        assert_int_equal(fread(text, 1, *out_size, file), *out_size);
        fclose(file);
    }
    globfree(&found);
    assert_non_null(text);
    return text;
}

/* Runs an example and compiles its step for both generations. */
static void compile_step(const char *program)
{
    const char *plugin = interop_file(LIBTPU);
    char folder[] = "/tmp/lockstep-steps-XXXXXX", command[1024];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof(command),
             "LOCKSTEP_CPU_DEVICES=8 LOCKSTEP_DUMP=%s timeout 600 " EXAMPLES_FOLDER
             "/%s --fake_data --ddp --train_steps 1 --test_steps 1 --num_epochs 1 --target_accuracy 0 >/dev/null",
             folder, program);
    assert_int_equal(system(command), 0);
    size_t size;
    char *text = read_step(folder, &size);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    assert_non_null(strstr(text, "mhlo.num_replicas = 8"));
    assert_non_null(strstr(text, "stablehlo.all_reduce"));
    assert_non_null(strstr(text, "tf.aliasing_output"));
    static const char *const topologies[] = {"v3:2x2", "v2:2x2"};
    for (int i = 0; i < 2; i++) {
        int64_t bytes, start = ls_now_ns();
        assert_ok(ls_pjrt_compile_ahead(plugin, topologies[i], text, size, 8, ls_deadline_in_ms(900000), &bytes));
        print_message("# %s for %s: %lld bytes of code, %.1f s\n", program, topologies[i], (long long)bytes,
                      1e-9 * (double)(ls_now_ns() - start));
        assert_true(bytes > 0);
    }
    free(text);
}

static void the_mnist_step_compiles(void **state)
{
    compile_step("train_mnist --batch_size 8");
}

static void the_resnet50_step_compiles(void **state)
{
    compile_step("train_imagenet --model resnet50 --batch_size 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mnist_step_compiles),
        cmocka_unit_test(the_resnet50_step_compiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
