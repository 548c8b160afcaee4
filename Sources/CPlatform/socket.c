#define _GNU_SOURCE
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "CPlatform.h"

static int address(struct sockaddr_un *where, const char *path) {
    memset(where, 0, sizeof *where);
    where->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof where->sun_path) return -ENAMETOOLONG;
    strcpy(where->sun_path, path);
    return 0;
}

static int failed(int fd) {
    int error = -errno;
    close(fd);
    return error;
}

int treadle_socket_listen(const char *path) {
    struct sockaddr_un where;
    int error = address(&where, path);
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    // Connecting requires write permission for the socket file.
    mode_t before = umask(0177);
    if (!(before & 020)) umask(0117);
    int bound = bind(fd, (struct sockaddr *)&where, sizeof where);
    umask(before);
    if (bound < 0 || listen(fd, 8) < 0) return failed(fd);
    return fd;
}

int treadle_is_socket(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISSOCK(status.st_mode);
}

int treadle_socket_limit(int fd, int milliseconds) {
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) < 0) return -errno;
    return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) < 0 ? -errno : 0;
}

int treadle_socket_bound(int fd, int bytes) {
    return setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) < 0 ? -errno : 0;
}

int treadle_socket_connect(const char *path, int milliseconds) {
    struct sockaddr_un where;
    int error = address(&where, path);
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    treadle_socket_limit(fd, milliseconds);
    if (connect(fd, (struct sockaddr *)&where, sizeof where) < 0) return failed(fd);
    return fd;
}

int treadle_socket_accept(int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

long treadle_socket_send(int fd, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(fd, bytes, count, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

long treadle_socket_receive(int fd, void *bytes, size_t count) {
    ssize_t got;
    do got = recv(fd, bytes, count, 0);
    while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : got;
}

long treadle_packet_receive(int fd, void *bytes, size_t count, int *passed) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got;
    *passed = -1;
    do got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0) return -errno;
    struct cmsghdr *first = CMSG_FIRSTHDR(&message);
    // The kernel has closed further descriptors, for which there was no room.
    if (first && first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_RIGHTS &&
        first->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(passed, CMSG_DATA(first), sizeof(int));
    return got;
}

int treadle_poll(const int *fds, int count, uint32_t writing, int milliseconds, uint32_t *ready) {
    struct pollfd polled[32];
    *ready = 0;
    if (count > 32) return -EINVAL;
    for (int i = 0; i < count; i++) {
        int writes = (writing & 1u << i) != 0, only = writes && fds[i] < -1;
        short events = (only ? 0 : POLLIN) | (writes ? POLLOUT : 0);
        polled[i] = (struct pollfd){.fd = only ? ~fds[i] : fds[i], .events = events};
    }
    int got = poll(polled, (nfds_t)count, milliseconds);
    if (got < 0 && errno != EINTR) {
        // The kernel may be out of memory, or refuse more descriptors than the process may now open. Pauses, so that a
        // caller that repeats the call does not spin, and then asks for each descriptor alone: a signal is not missed.
        int error = errno;
        treadle_pause_us(50000);
        for (int i = got = 0; i < count; i++)
            if (poll(&polled[i], 1, 0) > 0) got++;
            else polled[i].revents = 0;
        if (got == 0) return -error;
    }
    if (got < 0) return 0;
    for (int i = 0; i < count; i++)
        if (polled[i].revents) *ready |= 1u << i;
    return got;
}

void treadle_wait_writable(int fd) {
    struct pollfd polled = {.fd = fd, .events = POLLOUT};
    poll(&polled, 1, -1);
}
