// noise OUT SEED BYTES: every millisecond so many bytes of nonsense, until it is ended.
#define _GNU_SOURCE
#include "ports.h"

int main(int count, char **words) {
    if (count != 4) fail("usage: noise OUT SEED BYTES");
    int out = open_port(words[1], O_WRONLY | O_NONBLOCK), length = atoi(words[3]);
    uint64_t state = strtoull(words[2], NULL, 0), at = now();
    uint8_t bytes[1024];
    if (length > (int)sizeof bytes) fail("too many");
    schedule(30, 0);
    for (;;) {
        for (int i = 0; i < length; i++) bytes[i] = (uint8_t)chance(&state, 256);
        // A device that is full takes less.
        if (write(out, bytes, (size_t)length) < 0 && errno != EAGAIN) fail("writing");
        sleep_until(at += 1000000);
    }
}
