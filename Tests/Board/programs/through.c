// through [-e | -m] IN OUT [IN OUT]…: the least that can be between MIDI ports. Reads raw devices, writes others, with the
// scheduling of the box's loop: what the box is measured against. On SIGUSR1 it says what it has used of the processor.
// With -e it waits in epoll_wait first, as whoever serves more than one port has to; for more than one pair it must. What
// an OUT has no room for then is lost. With -m it waits so too, and passes on whole messages of three bytes, as whoever looks
// at them has to.
#define _GNU_SOURCE
#include "ports.h"
#include <signal.h>
#include <sys/epoll.h>

enum { PAIRS = 4 };

static void say(int signal) {
    struct timespec used;
    (void)signal;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    dprintf(1, "loop: %lld us of processor\n", (long long)used.tv_sec * 1000000 + used.tv_nsec / 1000);
}

int main(int count, char **words) {
    int parses = count > 1 && strcmp(words[1], "-m") == 0;
    int waits = parses || (count > 1 && strcmp(words[1], "-e") == 0);
    words += 1 + waits;
    count -= 1 + waits;
    int pairs = count / 2, in[PAIRS], out[PAIRS], kept[PAIRS] = {0};
    if (count % 2 != 0 || pairs < 1 || pairs > (waits ? PAIRS : 1)) fail("usage: through [-e | -m] IN OUT [IN OUT]…");
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < pairs; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        in[i] = open_port(words[2 * i], O_RDONLY);
        out[i] = open_port(words[2 * i + 1], pairs > 1 ? O_WRONLY | O_NONBLOCK : O_WRONLY);
        if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, in[i], &event) < 0) fail("epoll");
    }
    schedule(40, (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
    signal(SIGUSR1, say);
    static char bytes[PAIRS][1024];
    struct epoll_event ready[PAIRS] = {0};
    for (;;) {
        int some = waits ? epoll_wait(epoll, ready, PAIRS, -1) : 1;
        for (int i = 0; i < some; i++) {
            int pair = (int)ready[i].data.u32;
            char *first = bytes[pair];
            ssize_t got = read(in[pair], first + kept[pair], sizeof bytes[pair] - (size_t)kept[pair]);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) fail("read");
            got += kept[pair];
            kept[pair] = parses ? (int)(got % 3) : 0;
            got -= kept[pair];
            for (ssize_t at = 0; at < got;) {
                ssize_t put = write(out[pair], first + at, (size_t)(got - at));
                if (put < 0 && errno == EAGAIN) break;
                if (put < 0) fail("write");
                at += put;
            }
            memmove(first, first + got, (size_t)kept[pair]);
        }
    }
}
