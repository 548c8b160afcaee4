// looped LINE…: what is written to these serial lines comes back in at them, as long as this runs. So one process plays
// into a box at a line, by writing, and the box hears it there, by reading; and the other way about at another.
#define _GNU_SOURCE
#include "ports.h"

#ifndef TIOCM_LOOP
#define TIOCM_LOOP 0x8000
#endif

int main(int count, char **words) {
    int loop = TIOCM_LOOP;
    for (int i = 1; i < count; i++) {
        if (ioctl(open_port(words[i], O_RDWR), TIOCMBIS, &loop) < 0) fail(words[i]);
    }
    puts("ready");
    fflush(stdout);
    for (;;) pause();
}
