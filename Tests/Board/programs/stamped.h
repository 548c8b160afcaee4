// What the programs share that print stamps until they are ended: SIGTERM ends them, so that nothing is printed while
// they measure.
#pragma once
#include <signal.h>

#include "ports.h"

static volatile sig_atomic_t is_over;

static inline void end(int signal) {
    (void)signal;
    is_over = 1;
}

static inline void print_at_end(void) {
    static char lines[1 << 20];
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = end}, NULL);
    setvbuf(stdout, lines, _IOFBF, sizeof lines);
}

static inline void print_bytes(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) printf(" %02x", bytes[i]);
    putchar('\n');
}
