/* ResNet (He et al., 2015) as torchvision has it, v1.5: the stride sits on the 3×3 convolution. Names and initial
 * values are torchvision's. N batch, H height, W width. */
#include <stdio.h>

#include "base/error.h"
#include "nn/layers.h"
#include "nn/module.h"

typedef struct resnet_kind {
    int depth;
    bool is_bottleneck;
    int blocks[4]; /* per stage */
} resnet_kind;

static const resnet_kind kinds[] = {
    {18, false, {2, 2, 2, 2}},  {34, false, {3, 4, 6, 3}},  {50, true, {3, 4, 6, 3}},
    {101, true, {3, 4, 23, 3}}, {152, true, {3, 8, 36, 3}},
};

static ls_module *conv(int64_t in, int64_t out, int64_t kernel, int64_t stride)
{
    int64_t padding = kernel / 2;
    const ls_nn_conv2d_options options = {.conv = {.stride = {stride, stride}, .padding = {padding, padding}},
                                          .no_bias = true};
    return ls_nn_conv2d_init(in, out, kernel, &options, LS_INIT_KAIMING_NORMAL_FAN_OUT);
}

/* --- Residual blocks ---------------------------------------------------------------------------------------- */

static ls_tensor normalised_conv(ls_module *self, const char *conv_name, const char *norm_name, ls_tensor x)
{
    return ls_forward(ls_module_child(self, norm_name), ls_forward(ls_module_child(self, conv_name), x));
}

static ls_tensor add_shortcut(ls_module *self, ls_tensor y, ls_tensor x)
{
    ls_module *downsample = ls_module_child(self, "downsample");
    return ls_relu(ls_add(y, downsample ? ls_forward(downsample, x) : x));
}

static ls_tensor forward_basic(ls_module *self, ls_tensor x)
{
    ls_tensor y = ls_relu(normalised_conv(self, "conv1", "bn1", x));
    return add_shortcut(self, normalised_conv(self, "conv2", "bn2", y), x);
}

static ls_tensor forward_bottleneck(ls_module *self, ls_tensor x)
{
    ls_tensor y = ls_relu(normalised_conv(self, "conv1", "bn1", x));
    y = ls_relu(normalised_conv(self, "conv2", "bn2", y));
    return add_shortcut(self, normalised_conv(self, "conv3", "bn3", y), x);
}

static void add_conv_and_norm(ls_module *block, int number, ls_module *convolution, int64_t out)
{
    char name[16];
    snprintf(name, sizeof(name), "conv%d", number);
    ls_module_add(block, name, convolution);
    snprintf(name, sizeof(name), "bn%d", number);
    ls_module_add(block, name, ls_nn_batch_norm2d(out, NULL));
}

/* A block of `width` inner channels; its result has `out` channels. */
static ls_module *make_block(bool is_bottleneck, int64_t in, int64_t width, int64_t out, int64_t stride)
{
    ls_module *block = ls_module_create(is_bottleneck ? forward_bottleneck : forward_basic, NULL);
    if (is_bottleneck) {
        add_conv_and_norm(block, 1, conv(in, width, 1, 1), width);
        add_conv_and_norm(block, 2, conv(width, width, 3, stride), width);
        add_conv_and_norm(block, 3, conv(width, out, 1, 1), out);
    } else {
        add_conv_and_norm(block, 1, conv(in, width, 3, stride), width);
        add_conv_and_norm(block, 2, conv(width, out, 3, 1), out);
    }
    if (stride != 1 || in != out)
        ls_module_add(block, "downsample",
                      ls_nn_sequential(conv(in, out, 1, stride), ls_nn_batch_norm2d(out, NULL), NULL));
    return block;
}

/* --- The network -------------------------------------------------------------------------------------------- */

static const char *const stage_names[4] = {"layer1", "layer2", "layer3", "layer4"};

static ls_tensor forward_resnet(ls_module *self, ls_tensor x) /* x: N×3×H×W */
{
    const ls_pool2d_options pool = {.kernel = {3, 3}, .stride = {2, 2}, .padding = {1, 1}};
    x = ls_max_pool2d(ls_relu(normalised_conv(self, "conv1", "bn1", x)), &pool);
    for (int stage = 0; stage < 4; stage++) x = ls_forward(ls_module_child(self, stage_names[stage]), x);
    return ls_forward(ls_module_child(self, "fc"), ls_flatten(ls_adaptive_avg_pool2d(x, 1, 1), 1));
}

static const resnet_kind *find_kind(int depth)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (kinds[i].depth == depth) return &kinds[i];
    ls_fail(LS_NOT_FOUND, "there is no ResNet of depth %d; there are 18, 34, 50, 101 and 152", depth);
    return NULL;
}

ls_module *ls_model_resnet(int depth, int64_t classes)
{
    const resnet_kind *kind = find_kind(depth);
    if (!kind) return NULL;
    ls_module *model = ls_module_create(forward_resnet, NULL);
    add_conv_and_norm(model, 1, conv(3, 64, 7, 2), 64);
    int64_t channels = 64;
    for (int stage = 0; stage < 4; stage++) {
        int64_t width = (int64_t)64 << stage, out = kind->is_bottleneck ? 4 * width : width;
        ls_module *blocks = ls_nn_sequential(NULL, NULL);
        for (int i = 0; i < kind->blocks[stage]; i++) {
            char name[16];
            snprintf(name, sizeof(name), "%d", i);
            ls_module_add(blocks, name,
                          make_block(kind->is_bottleneck, channels, width, out, i == 0 && stage > 0 ? 2 : 1));
            channels = out;
        }
        ls_module_add(model, stage_names[stage], blocks);
    }
    ls_module_add(model, "fc", ls_nn_linear(channels, classes, NULL));
    return ls_module_checked(model);
}
