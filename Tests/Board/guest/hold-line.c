// hold-line LINE: holds up what somebody else sends at a serial line: asks it to wait for a receiver that is ready (CTS), and
// lets none be. The line's far end is looped back, so that nobody else says otherwise.
#include <asm/termbits.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>

#ifndef TIOCM_LOOP
#define TIOCM_LOOP 0x8000
#endif

int main(int count, char **words) {
    int fd = count == 2 ? open(words[1], O_RDWR | O_NOCTTY | O_NONBLOCK) : -1;
    int loop = TIOCM_LOOP, ready = TIOCM_RTS;
    struct termios2 t;
    if (fd < 0 || ioctl(fd, TIOCMBIS, &loop) < 0 || ioctl(fd, TIOCMBIC, &ready) < 0 || ioctl(fd, TCGETS2, &t) < 0) {
        perror("hold-line");
        return 1;
    }
    t.c_cflag |= CRTSCTS;
    if (ioctl(fd, TCSETS2, &t) < 0) {
        perror("hold-line");
        return 1;
    }
    int owed = 0;
    ioctl(fd, TIOCOUTQ, &owed);
    printf("%d\n", owed);
    return 0;
}
