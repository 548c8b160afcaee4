// through [-e] IN OUT: the least that can be between two MIDI ports. Reads one raw device, writes another, with the
// scheduling of the box's loop: what the box is measured against. On SIGUSR1 it says what it has used of the processor.
// With -e it waits in epoll_wait first, as whoever serves more than one port has to.
#define _GNU_SOURCE
#include "ports.h"
#include <signal.h>
#include <sys/epoll.h>


static void say(int signal) {
    struct timespec used;
    (void)signal;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    dprintf(1, "loop: %lld us of processor\n", (long long)used.tv_sec * 1000000 + used.tv_nsec / 1000);
}

int main(int count, char **words) {
    int waits = count == 4 && strcmp(words[1], "-e") == 0;
    words += waits;
    if (count != 3 + waits) fail("usage: through [-e] IN OUT");
    int in = open_port(words[1], O_RDONLY), out = open_port(words[2], O_WRONLY);
    schedule(40, (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
    signal(SIGUSR1, say);
    char bytes[1024];
    struct epoll_event event = {.events = EPOLLIN};
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, in, &event) < 0) fail("epoll");
    for (;;) {
        if (waits && epoll_wait(epoll, &event, 1, -1) < 1) continue;
        ssize_t got = read(in, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail("read");
        for (ssize_t at = 0; at < got;) {
            ssize_t put = write(out, bytes + at, (size_t)(got - at));
            if (put < 0) fail("write");
            at += put;
        }
    }
}
