#define _GNU_SOURCE
#include "tty_shims.h"
#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int treadle_tty_raw(int fd, unsigned baud) {
    struct termios2 t;
    if (ioctl(fd, TCGETS2, &t) < 0) return -1;
    t.c_iflag = IGNBRK | IGNPAR;
    t.c_oflag = 0;
    t.c_lflag = 0;
    // 0 in the field of the input rate means the output rate.
    t.c_cflag = CS8 | CREAD | CLOCAL | BOTHER;
    t.c_ispeed = baud;
    t.c_ospeed = baud;
    t.c_cc[VMIN] = 1;  // so that a read of 0 bytes means that the line is gone
    t.c_cc[VTIME] = 0;
    return ioctl(fd, TCSETS2, &t);
}

int treadle_tty_low_latency(int fd) {
    struct serial_struct s;
    if (ioctl(fd, TIOCGSERIAL, &s) < 0) return -1;
    s.flags |= ASYNC_LOW_LATENCY;
    return ioctl(fd, TIOCSSERIAL, &s);
}

int treadle_tty_closing_wait(int fd, unsigned milliseconds) {
    struct serial_struct s;
    if (ioctl(fd, TIOCGSERIAL, &s) < 0) return -1;
    s.closing_wait = (unsigned short)(milliseconds / 10);
    return ioctl(fd, TIOCSSERIAL, &s);
}

int treadle_tty_report_each_byte(const char *path) {
    char real[4096], name[4200];
    if (realpath(path, real) == NULL) return -1;
    snprintf(name, sizeof name, "/sys/class/tty/%s/rx_trig_bytes", strrchr(real, '/') + 1);
    int fd = open(name, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t written = write(fd, "1", 1);
    close(fd);
    return written == 1 ? 0 : -1;
}

int treadle_tty_queued(int fd) {
    int bytes;
    return ioctl(fd, TIOCOUTQ, &bytes) < 0 ? -1 : bytes;
}

int treadle_tty_idle(int fd) {
    unsigned state;
    if (ioctl(fd, TIOCSERGETLSR, &state) == 0) return (state & TIOCSER_TEMT) != 0;
    return treadle_tty_queued(fd) <= 0;
}

int treadle_tty_flush(int fd) { return ioctl(fd, TCFLSH, TCIOFLUSH); }

int treadle_pty_open(char *name, unsigned long size) {
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return -1;
    if (grantpt(fd) < 0 || unlockpt(fd) < 0 || ptsname_r(fd, name, size) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

int treadle_identity_of(const char *path, int is_followed, treadle_identity *identity) {
    struct stat file;
    if ((is_followed ? stat(path, &file) : lstat(path, &file)) < 0) return -1;
    // UNIX98_PTY_SLAVE_MAJOR and the next seven major numbers.
    int is_pseudo_terminal = S_ISCHR(file.st_mode) && major(file.st_rdev) >= 136 && major(file.st_rdev) < 144;
    *identity = (treadle_identity){
        .device = file.st_dev, .inode = file.st_ino, .number = file.st_rdev,
        .seconds = file.st_ctim.tv_sec, .nanoseconds = file.st_ctim.tv_nsec,
        .is_link = S_ISLNK(file.st_mode), .is_pseudo_terminal = is_pseudo_terminal,
    };
    return 0;
}

int treadle_pty_is_used(int fd) {
    struct pollfd asked = {.fd = fd};
    return poll(&asked, 1, 0) >= 0 && (asked.revents & POLLHUP) == 0;
}

int treadle_pty_is_read(int fd) {
    if (!treadle_pty_is_used(fd)) return 1;
    struct pollfd asked = {.fd = ioctl(fd, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC), .events = POLLIN};
    if (asked.fd < 0) return 1;
    poll(&asked, 1, 0);
    close(asked.fd);
    return (asked.revents & POLLIN) == 0;
}

int treadle_pty_discard(int fd) {
    int other = ioctl(fd, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (other < 0) return -1;
    ioctl(other, TCFLSH, TCIFLUSH);
    return close(other);
}
