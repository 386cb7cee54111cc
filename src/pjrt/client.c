/* Clients and their devices. */
#include "pjrt/client.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pjrt/internal.h"

static ls_status out_of_memory(void)
{
    return ls_fail(LS_RESOURCE_EXHAUSTED, "out of memory");
}

static void fill_value(PJRT_NamedValue *value, const ls_pjrt_option *option)
{
    *value = PJRT_NEW(NamedValue, .name = option->name, .name_size = strlen(option->name), .value_size = 1);
    switch (option->kind) {
    case LS_PJRT_INT:
        value->type = PJRT_NamedValue_kInt64;
        value->int64_value = option->i;
        break;
    case LS_PJRT_BOOL:
        value->type = PJRT_NamedValue_kBool;
        value->bool_value = option->i != 0;
        break;
    case LS_PJRT_STRING:
        value->type = PJRT_NamedValue_kString;
        value->string_value = option->string;
        value->value_size = strlen(option->string);
        break;
    }
}

static ls_status create_handle(ls_pjrt_client *client, const ls_pjrt_option *options, size_t count)
{
    PJRT_NamedValue *values = calloc(count ? count : 1, sizeof(*values));
    if (!values) return out_of_memory();
    for (size_t i = 0; i < count; i++) fill_value(&values[i], &options[i]);
    PJRT_Client_Create_Args args = PJRT_NEW(Client_Create_Args, .create_options = values, .num_options = count);
    ls_pjrt_key_value_offer(client, &args);
    ls_status status = LS_PJRT_CALL(client->api, Client_Create, &args);
    client->client = args.client;
    free(values);
    return status;
}

static ls_status read_names(ls_pjrt_client *client)
{
    PJRT_Client_PlatformName_Args name = PJRT_NEW(Client_PlatformName_Args, .client = client->client);
    LS_TRY(LS_PJRT_CALL(client->api, Client_PlatformName, &name));
    PJRT_Client_PlatformVersion_Args version = PJRT_NEW(Client_PlatformVersion_Args, .client = client->client);
    LS_TRY(LS_PJRT_CALL(client->api, Client_PlatformVersion, &version));
    PJRT_Client_ProcessIndex_Args process = PJRT_NEW(Client_ProcessIndex_Args, .client = client->client);
    LS_TRY(LS_PJRT_CALL(client->api, Client_ProcessIndex, &process));
    client->platform = strndup(name.platform_name, name.platform_name_size);
    client->platform_version = strndup(version.platform_version, version.platform_version_size);
    client->process_index = process.process_index;
    return client->platform && client->platform_version ? LS_OK : out_of_memory();
}

static ls_status describe(ls_pjrt_client *client, PJRT_Device *device, PJRT_DeviceDescription **out_description,
                          int *out_id)
{
    PJRT_Device_GetDescription_Args description = PJRT_NEW(Device_GetDescription_Args, .device = device);
    LS_TRY(LS_PJRT_CALL(client->api, Device_GetDescription, &description));
    PJRT_DeviceDescription_Id_Args id =
        PJRT_NEW(DeviceDescription_Id_Args, .device_description = description.device_description);
    LS_TRY(LS_PJRT_CALL(client->api, DeviceDescription_Id, &id));
    *out_description = description.device_description;
    *out_id = id.id;
    return LS_OK;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_id(const void *a, const void *b)
{
    return by_number(&((const ls_pjrt_device *)a)->id, &((const ls_pjrt_device *)b)->id);
}

static ls_status read_all_devices(ls_pjrt_client *client)
{
    PJRT_Client_Devices_Args args = PJRT_NEW(Client_Devices_Args, .client = client->client);
    LS_TRY(LS_PJRT_CALL(client->api, Client_Devices, &args));
    client->device_count = (int)args.num_devices;
    client->device_ids = calloc(args.num_devices + 1, sizeof(int));
    if (!client->device_ids) return out_of_memory();
    PJRT_DeviceDescription *description;
    for (size_t i = 0; i < args.num_devices; i++)
        LS_TRY(describe(client, args.devices[i], &description, &client->device_ids[i]));
    qsort(client->device_ids, args.num_devices, sizeof(int), by_number);
    return LS_OK;
}

static ls_status read_own_devices(ls_pjrt_client *client)
{
    PJRT_Client_AddressableDevices_Args args = PJRT_NEW(Client_AddressableDevices_Args, .client = client->client);
    LS_TRY(LS_PJRT_CALL(client->api, Client_AddressableDevices, &args));
    client->addressable = calloc(args.num_addressable_devices + 1, sizeof(ls_pjrt_device));
    if (!client->addressable) return out_of_memory();
    for (size_t i = 0; i < args.num_addressable_devices; i++) {
        ls_pjrt_device *device = &client->addressable[i];
        device->device = args.addressable_devices[i];
        PJRT_DeviceDescription *description;
        LS_TRY(describe(client, device->device, &description, &device->id));
        PJRT_DeviceDescription_Kind_Args kind =
            PJRT_NEW(DeviceDescription_Kind_Args, .device_description = description);
        LS_TRY(LS_PJRT_CALL(client->api, DeviceDescription_Kind, &kind));
        device->kind = strndup(kind.device_kind, kind.device_kind_size);
        if (!device->kind) return out_of_memory();
        client->addressable_count++;
    }
    qsort(client->addressable, (size_t)client->addressable_count, sizeof(ls_pjrt_device), by_id);
    return LS_OK;
}

ls_status ls_pjrt_client_create(ls_pjrt_plugin *plugin, const ls_pjrt_option *options, size_t option_count,
                                const ls_pjrt_key_value *key_value, ls_pjrt_client **out_client)
{
    *out_client = NULL;
    ls_pjrt_client *client = calloc(1, sizeof(*client));
    if (!client) return out_of_memory();
    client->api = plugin->api;
    if (key_value) client->key_value = *key_value;
    ls_status status;
    LS_TRY_GOTO(create_handle(client, options, option_count), failed);
    LS_TRY_GOTO(read_names(client), failed);
    LS_TRY_GOTO(read_all_devices(client), failed);
    LS_TRY_GOTO(read_own_devices(client), failed);
    *out_client = client;
    return LS_OK;
failed:
    ls_pjrt_client_destroy(client);
    return ls_context(status, "creating a client of %s", plugin->path);
}

void ls_pjrt_client_destroy(ls_pjrt_client *client)
{
    if (!client) return;
    if (client->client) {
        PJRT_Client_Destroy_Args args = PJRT_NEW(Client_Destroy_Args, .client = client->client);
        ls_pjrt_drop(client->api, client->api->PJRT_Client_Destroy(&args));
    }
    for (int i = 0; i < client->addressable_count; i++) free(client->addressable[i].kind);
    free(client->addressable);
    free(client->device_ids);
    free(client->platform);
    free(client->platform_version);
    free(client);
}

const char *ls_pjrt_client_platform(const ls_pjrt_client *client)
{
    return client->platform;
}

const char *ls_pjrt_client_platform_version(const ls_pjrt_client *client)
{
    return client->platform_version;
}

int ls_pjrt_client_process_index(const ls_pjrt_client *client)
{
    return client->process_index;
}

int ls_pjrt_client_device_count(const ls_pjrt_client *client)
{
    return client->device_count;
}

int ls_pjrt_client_addressable_count(const ls_pjrt_client *client)
{
    return client->addressable_count;
}

ls_pjrt_device *ls_pjrt_client_addressable(const ls_pjrt_client *client, int index)
{
    return index >= 0 && index < client->addressable_count ? &client->addressable[index] : NULL;
}

ls_status ls_pjrt_client_device_ids(const ls_pjrt_client *client, int *out_ids)
{
    memcpy(out_ids, client->device_ids, (size_t)client->device_count * sizeof(int));
    return LS_OK;
}

int ls_pjrt_device_id(const ls_pjrt_device *device)
{
    return device->id;
}

const char *ls_pjrt_device_kind(const ls_pjrt_device *device)
{
    return device->kind;
}

ls_status ls_pjrt_device_abandon(ls_pjrt_client *client, ls_pjrt_device *device, const char *reason)
{
    PJRT_Device_PoisonExecution_Args args =
        PJRT_NEW(Device_PoisonExecution_Args, .device = device->device, .error_code = PJRT_Error_Code_UNAVAILABLE,
                 .error_message = reason, .error_message_size = strlen(reason));
    return LS_PJRT_CALL(client->api, Device_PoisonExecution, &args);
}
