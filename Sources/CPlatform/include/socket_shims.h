// Unix-domain stream sockets (unix(7)), as the box and the commands that talk to it use them. Each returns -errno on
// failure.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A socket others can connect to at `path`, which only its owner may; accepting never waits.
int treadle_socket_listen(const char *path);
// 1 when there is a socket at `path`.
int treadle_is_socket(const char *path);
// Connects to the socket at `path`. Connecting, reads and writes wait no longer than that: -EAGAIN, as where the box behind
// it was stopped.
int treadle_socket_connect(const char *path, int milliseconds);
// Changes the limit for reads and writes; 0: none. 0 or -errno.
int treadle_socket_limit(int fd, int milliseconds);
// The next connection, whose reads and writes never wait.
int treadle_socket_accept(int listener);
// Writes as much as is taken; how much. A reader that is gone is an error and no signal.
long treadle_socket_send(int fd, const void *bytes, size_t count);
// Reads what is there; how much, 0 at the end.
long treadle_socket_receive(int fd, void *bytes, size_t count);
// Waits until something can be read from one of `fds`, or written to those whose bit stands in `writing`; sets a bit
// each in `ready`. At most 32; one below 0 is left out, unless its bit stands in `writing`: it is the complement of one that is
// only waited for to take more. How many; 0 when time ran out or a signal came.
int treadle_poll(const int *fds, int count, uint32_t writing, int milliseconds, uint32_t *ready);
// Waits until a write to `fd` would not wait, or would fail.
void treadle_wait_writable(int fd);
