// reflect PORT…: the least that can be between peers of a network: sends each datagram back to where it came from, with the
// scheduling of the box's loop. The box is measured against it. With more than one port it waits in epoll_wait, as
// a program has to that serves several.
#define _GNU_SOURCE
#include "session.h"
#include <sys/epoll.h>

enum { PORTS = 4 };

// The first datagram tells who the peer is.
static void join(int fd) {
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    uint8_t byte;
    if (recvfrom(fd, &byte, 1, MSG_PEEK, (struct sockaddr *)&from, &length) < 0) fail("recvfrom");
    if (connect(fd, (struct sockaddr *)&from, length) < 0) fail("connect");
}

int main(int count, char **words) {
    int ports = count - 1, sockets[PORTS], is_joined[PORTS] = {0}, epoll = epoll_create1(EPOLL_CLOEXEC);
    if (ports < 1 || ports > PORTS) fail("usage: reflect PORT…");
    for (int i = 0; i < ports; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        sockets[i] = udp(atoi(words[1 + i]), 0);
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, sockets[i], &event) < 0) fail("epoll");
    }
    schedule(40, (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
    static uint8_t bytes[2048];
    struct epoll_event ready[PORTS] = {0};
    for (;;) {
        int some = ports > 1 ? epoll_wait(epoll, ready, PORTS, -1) : 1;
        for (int i = 0; i < some; i++) {
            int port = (int)ready[i].data.u32;
            if (!is_joined[port]) join(sockets[port]);
            is_joined[port] = 1;
            ssize_t got = recv(sockets[port], bytes, sizeof bytes, 0);
            // A peer that has ended is no error.
            if (got > 0) send(sockets[port], bytes, (size_t)got, 0);
        }
    }
}
