/* For tests that use the CPU device through our client: its plugin, clients of so many devices, small programs. */
#ifndef LS_TEST_CPU_CLIENT_H
#define LS_TEST_CPU_CLIENT_H

#include "ls_test.h"
#include "pjrt/client.h"

/* main(x, y) = x + y over `type`; `attributes` stand behind the first argument's type. */
#define ADD_PROGRAM(type, attributes)                                                                                  \
    "module @add {\n"                                                                                                  \
    "  func.func public @main(%x: tensor<" type "> " attributes ", %y: tensor<" type ">) -> tensor<" type "> {\n"      \
    "    %z = stablehlo.add %x, %y : tensor<" type ">\n"                                                               \
    "    return %z : tensor<" type ">\n"                                                                               \
    "  }\n"                                                                                                            \
    "}\n"

static inline ls_pjrt_plugin *cpu_plugin(void)
{
    ls_pjrt_plugin *plugin;
    assert_ok(ls_pjrt_plugin_load(CPU_PLUGIN, &plugin));
    return plugin;
}

static inline ls_pjrt_client *cpu_client(int devices)
{
    ls_pjrt_client *client;
    ls_pjrt_option options[] = {{.name = "cpu_device_count", .kind = LS_PJRT_INT, .i = devices},
                                {.name = "collective_timeout_ms", .kind = LS_PJRT_INT, .i = 20000}};
    assert_ok(ls_pjrt_client_create(cpu_plugin(), options, 2, NULL, &client));
    return client;
}

static inline ls_deadline soon(void)
{
    return ls_deadline_in_ms(20000);
}

/* A program of one replica that runs on any device. */
static inline ls_pjrt_executable *compile_text(ls_pjrt_client *client, const char *text)
{
    ls_pjrt_executable *executable;
    assert_ok(ls_pjrt_compile(client, text, strlen(text), &(ls_pjrt_compile_options){.num_replicas = 1}, &executable));
    return executable;
}

static inline ls_pjrt_buffer *put_floats(ls_pjrt_client *client, int device, const float *data, int count)
{
    ls_pjrt_buffer *buffer;
    assert_ok(ls_pjrt_buffer_from_host(client, ls_pjrt_client_addressable(client, device), data, LS_F32,
                                       LS_SHAPE(count), &buffer));
    return buffer;
}

static inline void assert_floats(ls_pjrt_buffer *buffer, const float *expected, int count)
{
    float got[64];
    assert_true(count <= 64);
    assert_ok(ls_pjrt_buffer_to_host(buffer, got, sizeof(float) * (size_t)count, soon()));
    assert_memory_equal(got, expected, sizeof(float) * (size_t)count);
}

#endif
