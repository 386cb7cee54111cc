/* Two clients of a server send any bytes, in pieces; the first byte of each piece says who and how many. */
#include <string.h>

#include "base/error.h"
#include "conversation.h"
#include "fuzz.h"

static void take_replies(ls_store_session *session)
{
    ls_store_buffer_finish(&session->out);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    ls_store_daemon daemon;
    ls_store_daemon_init(&daemon, take_replies);
    ls_store_session sessions[2] = {0};
    bool is_there[2] = {true, true};
    while (size > 1) {
        int who = data[0] & 1;
        size_t piece = (size_t)(data[0] >> 1) + 1 < size ? (size_t)(data[0] >> 1) : size - 1;
        if (is_there[who]) is_there[who] = ls_store_daemon_receive(&daemon, &sessions[who], data + 1, piece);
        data += piece + 1;
        size -= piece + 1;
    }
    for (int i = 0; i < 2; i++) ls_store_daemon_leave(&daemon, &sessions[i]);
    LS_ASSERT(!daemon.waiters.count);
    ls_store_daemon_finish(&daemon);
    return 0;
}

size_t ls_fuzz_seed(unsigned char *out, size_t size)
{
    ls_store_buffer conversation = make_conversation();
    size_t used = 0;
    for (size_t at = 0; at < conversation.size;) {
        size_t piece = conversation.size - at < 127 ? conversation.size - at : 127;
        if (used + piece + 1 > size) break;
        out[used] = (unsigned char)(piece << 1);
        memcpy(out + used + 1, conversation.data + at, piece);
        used += piece + 1;
        at += piece;
    }
    ls_store_buffer_finish(&conversation);
    return used;
}
