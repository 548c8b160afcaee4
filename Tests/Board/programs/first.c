// first OUT IN HEARD HOLD: plays a key at one end of a box until it is heard at the other, and takes hardly any processor from
// the box: it forks nothing and mostly sleeps.
//
// OUT and IN are the instruments' own sides, raw MIDI devices. What was played and not yet taken waits there, so a box hears
// it as soon as it listens. When middle C is heard an octave higher, the seconds since the machine was started are written to
// the file HEARD, and whoever waits at the pipe HOLD may go on.
#define _GNU_SOURCE
#include "ports.h"
#include <poll.h>

int main(int count, char **words) {
    if (count != 5) fail("usage: first OUT IN HEARD HOLD ");
    int out = open_port(words[1], O_WRONLY | O_NONBLOCK);
    struct pollfd in = {.fd = open_port(words[2], O_RDONLY | O_NONBLOCK), .events = POLLIN};
    uint8_t bytes[64], before = 0;
    for (int heard = 0; !heard;) {
        ssize_t got = poll(&in, 1, 2) > 0 ? read(in.fd, bytes, sizeof bytes) : 0;
        for (ssize_t i = 0; i < got; before = bytes[i++]) heard |= before == 0x90 && bytes[i] == 72;
        // One that waits there already is enough.
        if (write(out, "\x90\x3C\x40", 3) < 0 && errno != EAGAIN) fail(words[1]);
    }
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    FILE *file = fopen(words[3], "w");
    if (!file) fail(words[3]);
    fprintf(file, "%lld.%06ld\n", (long long)time.tv_sec, time.tv_nsec / 1000);
    fclose(file);
    open(words[4], O_WRONLY | O_NONBLOCK);
    return unlink(words[4]);
}
