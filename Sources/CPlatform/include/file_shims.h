// open(2), fcntl(2) and errno, which are variadic and a macro; the wall clock; pauses.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/fsuid.h> // for tests of rights, as root has all
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

static inline int treadle_errno(void) { return errno; }

/// open(2) with O_CLOEXEC; a descriptor, or -1 and errno.
static inline int treadle_open(const char *path, int flags) { return open(path, flags | O_CLOEXEC); }

/// Puts /dev/null where descriptor 0, 1 or 2 is closed, so that no device or file gets that number and then the text that is
/// meant for a terminal. Open for the wrong direction: using it fails, as with the closed one (EBADF).
static inline void treadle_fill_standard_descriptors(void) {
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/// Reads and writes never wait afterwards; 0, or -1 and errno.
static inline int treadle_never_wait(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

/// Waits at least that long, signals or not: the pauses a data sheet asks for.
static inline void treadle_pause_us(unsigned microseconds) {
    struct timespec left = {.tv_sec = microseconds / 1000000, .tv_nsec = (microseconds % 1000000) * 1000L};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {
    }
}
