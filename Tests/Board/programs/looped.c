// looped LINE…: what is written to these serial lines comes back in at them, as long as this runs. So one process plays
// into a box at a line, by writing, and the box hears it there, by reading; and the other way about at another.
//
// looped -r REGISTERS…: the same for lines that are open and no terminals, by the registers of their 16550s, a file of
// sysfs; they report each byte as it comes from then on, too. It lasts until the line is closed.
#define _GNU_SOURCE
#include "ports.h"

#ifndef TIOCM_LOOP
#define TIOCM_LOOP 0x8000
#endif

// As of the 16550: FIFO control, modem control.
enum { FCR = 2, MCR = 4, FIFO_ENABLED = 1, LOOP = 0x10 };

static void loop_registers(const char *path) {
    uint8_t fifo = FIFO_ENABLED, modem = 0;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || pread(fd, &modem, 1, MCR) != 1) fail(path);
    modem |= LOOP;
    if (pwrite(fd, &fifo, 1, FCR) != 1 || pwrite(fd, &modem, 1, MCR) != 1) fail(path);
    close(fd);
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "-r") == 0) {
        for (int i = 2; i < count; i++) loop_registers(words[i]);
        return 0;
    }
    int loop = TIOCM_LOOP;
    for (int i = 1; i < count; i++) {
        if (ioctl(open_port(words[i], O_RDWR), TIOCMBIS, &loop) < 0) fail(words[i]);
    }
    puts("ready");
    fflush(stdout);
    for (;;) pause();
}
