// Wrappers of open(2) and fcntl(2), which are variadic, and of errno, which is a macro; pauses.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/fsuid.h> // for tests of permissions run by root
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

static inline int treadle_errno(void) { return errno; }

/// Calls open(2) with O_CLOEXEC. Returns a descriptor, or -1 and errno.
static inline int treadle_open(const char *path, int flags) { return open(path, flags | O_CLOEXEC); }

/// Calls open(2) without O_CLOEXEC, so that programs started by this one inherit the descriptor. Returns the
/// descriptor, or -1 and errno.
static inline int treadle_open_shared(const char *path, int flags) { return open(path, flags); }

/// Opens /dev/null for each closed descriptor 0, 1 or 2, so that no other file gets the number and receives text that
/// is meant for a terminal. The direction is the wrong one, so that using the descriptor still fails (EBADF).
static inline void treadle_fill_standard_descriptors(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/// Makes execve(2) close a descriptor (FD_CLOEXEC), so that programs started by this one do not inherit it.
static inline void treadle_close_on_exec(int fd) { fcntl(fd, F_SETFD, FD_CLOEXEC); }

/// Makes reads and writes of a descriptor non-blocking. Returns 0, or -1 and errno.
static inline int treadle_never_wait(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

/// Waits at least `microseconds`, even if signals arrive.
static inline void treadle_pause_us(unsigned microseconds) {
    struct timespec left = {.tv_sec = microseconds / 1000000, .tv_nsec = (microseconds % 1000000) * 1000L};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {
    }
}
