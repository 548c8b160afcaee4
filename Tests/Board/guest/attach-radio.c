// attach-radio LINE: makes a serial line a Bluetooth controller (H4) until this program ends. It waits for the drivers,
// which the box loads only if it needs them. A reset comes first: a controller keeps its links when a program is
// killed.
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Of the kernel's drivers/bluetooth/hci_uart.h.
enum { LINE_DISCIPLINE = 15, PROTOCOL_H4 = 0, RESET_FIRST = 1 << 1 };
#define HCIUARTSETPROTO _IOW('U', 200, int)
#define HCIUARTSETFLAGS _IOW('U', 203, int)

static int fail(const char *what) {
    perror(what);
    return 1;
}

int main(int count, char **words) {
    int line = count == 2 ? open(words[1], O_RDWR | O_NOCTTY | O_NONBLOCK) : -1;
    struct termios2 t;
    if (line < 0 || ioctl(line, TCGETS2, &t) < 0) return fail("attach-radio");
    t.c_iflag = t.c_oflag = t.c_lflag = 0;
    t.c_cflag = CS8 | CREAD | CLOCAL | B115200;
    if (ioctl(line, TCSETS2, &t) < 0 || ioctl(line, TCFLSH, TCIOFLUSH) < 0) return fail("attach-radio: line");
    int discipline = LINE_DISCIPLINE;
    // EINVAL: nobody has registered the line discipline yet.
    while (ioctl(line, TIOCSETD, &discipline) < 0) {
        if (errno != EINVAL) return fail("attach-radio: line discipline");
        usleep(20000);
    }
    if (ioctl(line, HCIUARTSETFLAGS, RESET_FIRST) < 0) return fail("attach-radio: flags");
    // EPROTONOSUPPORT: the driver registers its protocols just after the line discipline.
    while (ioctl(line, HCIUARTSETPROTO, PROTOCOL_H4) < 0) {
        if (errno != EPROTONOSUPPORT) return fail("attach-radio: protocol");
        usleep(20000);
    }
    for (;;) pause();
}
