#include <string.h>

#include "base/error.h"
#include <lockstep/nn.h>

/* Every model by name: LS_MODEL(name, expression that makes it; `classes` is at hand). */
#define LS_MODELS                                                                                                      \
    LS_MODEL("mnist", ls_model_mnist())                                                                                \
    LS_MODEL("resnet18", ls_model_resnet(18, classes))                                                                 \
    LS_MODEL("resnet34", ls_model_resnet(34, classes))                                                                 \
    LS_MODEL("resnet50", ls_model_resnet(50, classes))                                                                 \
    LS_MODEL("resnet101", ls_model_resnet(101, classes))                                                               \
    LS_MODEL("resnet152", ls_model_resnet(152, classes))

ls_module *ls_model_create(const char *name, int64_t classes)
{
#define LS_MODEL(model, make)                                                                                          \
    if (name && strcmp(name, model) == 0) return make;
    LS_MODELS
#undef LS_MODEL
#define LS_MODEL(model, make) " " model
    ls_fail(LS_NOT_FOUND, "there is no model \"%s\"; there are:%s", name ? name : "NULL", LS_MODELS);
#undef LS_MODEL
    return NULL;
}
