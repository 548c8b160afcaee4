// steady OUT MICROSECONDS: plays a note and its release in turn, a message each time, until it is ended.
#define _GNU_SOURCE
#include "ports.h"

int main(int count, char **words) {
    if (count != 3) fail("usage: steady OUT MICROSECONDS");
    int out = open_port(words[1], O_WRONLY);
    uint64_t pause = strtoull(words[2], NULL, 0) * 1000, at = now();
    schedule(30, 0);
    for (unsigned number = 0;; number++) {
        uint8_t bytes[] = {number % 2 ? 0x80 : 0x90, (uint8_t)(number / 2 % 128), 64};
        if (write(out, bytes, sizeof bytes) != sizeof bytes) fail("writing");
        sleep_until(at += pause);
    }
}
