/* A libFuzzer target: another process sends any bytes, in pieces, while two messages of it are waited for. */
#include "wires.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static char place[2][LS_FABRIC_EAGER_BYTES + 100];
    ls_fabric *fabric = open_end(1);
    ls_wire_reader reader = {0};
    ls_transfer transfers[2];
    ls_comm_segment segments[2];
    for (int i = 0; i < 2; i++) {
        segments[i] = (ls_comm_segment){place[i], i ? sizeof(place[i]) : 16};
        transfers[i] = (ls_transfer){.peer = 0,
                                     .channel = 1,
                                     .tag = (uint64_t)i,
                                     .segments = &segments[i],
                                     .segment_count = 1,
                                     .bytes = segments[i].bytes};
        ls_fabric_receive(fabric, &transfers[i]);
    }
    bool is_well = true;
    while (size > 1 && is_well) {
        size_t piece = data[0] + 1u < size ? data[0] + 1u : size - 1;
        is_well = feed(fabric, &reader, (const char *)data + 1, piece);
        data += piece + 1;
        size -= piece + 1 < size ? piece + 1 : size;
    }
    for (int i = 0; i < 2; i++) ls_fabric_cancel(fabric, &transfers[i], false);
    ls_fabric_close(fabric);
    return 0;
}
