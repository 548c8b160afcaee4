// Messages to the service manager that has started the program: the protocol of sd_notify(3).
#include <sys/socket.h>
#include <sys/un.h>

#include "CPlatform.h"

int treadle_notify_open(uint64_t *microseconds) {
    const char *path = getenv("NOTIFY_SOCKET"), *time = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;
    int is_ours = time && (!process || strtol(process, NULL, 10) == getpid()), fd = -ENODATA;
    *microseconds = is_ours ? strtoull(time, NULL, 10) : 0;
    if (length >= sizeof where.sun_path) fd = -ENAMETOOLONG;
    else if (length > 1 && (path[0] == '/' || path[0] == '@')) {
        memcpy(where.sun_path, path, length);
        // A name in the abstract namespace.
        if (path[0] == '@') where.sun_path[0] = 0;
        fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd < 0) fd = -errno;
        else if (connect(fd, (struct sockaddr *)&where, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) < 0) {
            int error = errno;
            close(fd);
            fd = -error;
        }
    }
    // The variables are for this process alone, not for its children.
    unsetenv("NOTIFY_SOCKET"), unsetenv("WATCHDOG_USEC"), unsetenv("WATCHDOG_PID");
    return fd;
}

int treadle_notify(int fd, const char *words) {
    return send(fd, words, strlen(words), MSG_NOSIGNAL) < 0 ? -errno : 0;
}
