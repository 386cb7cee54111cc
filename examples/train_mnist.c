/* Trains the MNIST network data-parallel on every device of the machine. */
#include "train.h"

static ls_module *make_model(const struct train_options *options)
{
    (void)options;
    return ls_model_mnist();
}

static ls_status open_data(const struct train_options *options, bool train, ls_dataset **out_dataset)
{
    return ls_dataset_open_mnist(
        &(ls_mnist_options){.datadir = options->datadir, .train = train, .fake_data = options->fake_data}, out_dataset);
}

int main(int argc, char **argv)
{
    struct train_options options = {.batch_size = 128,
                                    .epochs = 18,
                                    .lr = 0.01,
                                    .momentum = 0.5,
                                    .target_accuracy = 98,
                                    .log_steps = 20,
                                    .init_method = "pjrt://",
                                    .seed = 1};
    struct argp argp = train_argp;
    argp.doc = "Trains the MNIST network on every device of the machine, one replica per device.";
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    return train_run(&(struct train_task){
        .options = &options, .make_model = make_model, .open_data = open_data, .loss = ls_nll_loss});
}
