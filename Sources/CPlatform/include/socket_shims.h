// Unix-domain stream sockets (unix(7)) of the box and of commands that talk to it. All functions return -errno on
// failure.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Makes a non-blocking listening socket at `path`, to which only processes of the same user can connect, and those of
// the same group if the umask lets groups write.
int treadle_socket_listen(const char *path);
// Returns 1 if there is a socket at `path`, else 0.
int treadle_is_socket(const char *path);
// Connects to the socket at `path`. Connecting, reading and writing wait at most `milliseconds`, then fail with
// -EAGAIN, for example if the box was stopped.
int treadle_socket_connect(const char *path, int milliseconds);
// Sets the longest wait for reads and writes; 0 for no limit. Returns 0 or -errno.
int treadle_socket_limit(int fd, int milliseconds);
// Bounds what the kernel keeps for a reader that does not read, to about twice `bytes`. Returns 0 or -errno.
int treadle_socket_bound(int fd, int bytes);
// Accepts the next connection, with non-blocking reads and writes.
int treadle_socket_accept(int listener);
// Writes as many bytes as possible and returns their number. A closed reader is an error and causes no signal.
long treadle_socket_send(int fd, const void *bytes, size_t count);
// Reads pending bytes and returns their number, 0 at the end.
long treadle_socket_receive(int fd, void *bytes, size_t count);
// Reads one packet of a socket for packets, without waiting. Returns its size, 0 at the end or for an empty packet.
// `passed` becomes the descriptor that came with the packet (SCM_RIGHTS), or -1.
long treadle_packet_receive(int fd, void *bytes, size_t count, int *passed);
// Waits until one of at most 32 `fds` is readable or, if its bit is set in `writing`, writable, and sets a bit for each
// in `ready`. Ignores negative descriptors, except that ~fd with its bit in `writing` waits until fd is writable, not
// readable. Returns the number of ready descriptors, 0 after the time or a signal.
int treadle_poll(const int *fds, int count, uint32_t writing, int milliseconds, uint32_t *ready);
// Waits until a write to `fd` would not block or would fail.
void treadle_wait_writable(int fd);
