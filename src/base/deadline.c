#include "base/deadline.h"

#include <time.h>

int64_t ls_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

ls_deadline ls_deadline_after(int64_t now_ns, int64_t ms)
{
    if (ms <= 0) ms = LS_DEFAULT_TIMEOUT_MS;
    int64_t longest = (INT64_MAX - now_ns) / 1000000;
    return (ls_deadline){now_ns + (ms < longest ? ms : longest) * 1000000};
}

ls_deadline ls_deadline_in_ms(int64_t ms)
{
    return ls_deadline_after(ls_now_ns(), ms);
}

int64_t ls_deadline_left_ns(ls_deadline deadline)
{
    int64_t left = deadline.at_ns - ls_now_ns();
    return left > 0 ? left : 0;
}

int64_t ls_deadline_left_ms(ls_deadline deadline)
{
    int64_t left = ls_deadline_left_ns(deadline);
    return left / 1000000 + (left % 1000000 != 0);
}

bool ls_deadline_passed(ls_deadline deadline)
{
    return ls_now_ns() >= deadline.at_ns;
}

void ls_sleep_ms(int64_t ms)
{
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&left, &left)) {
    }
}
