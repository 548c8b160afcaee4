// What the measuring programs share: opening MIDI devices and serial lines, scheduling, time.
#pragma once
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static inline void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static inline uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline void sleep_until(uint64_t at) {
    struct timespec time = {.tv_sec = (time_t)(at / 1000000000u), .tv_nsec = (long)(at % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}

// SplitMix64: a number below another.
static inline uint64_t chance(uint64_t *state, uint64_t below) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) % below;
}

static inline void schedule(int priority, int processor) {
    struct sched_param parameters = {.sched_priority = priority};
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0) fail("sched_setaffinity");
    if (sched_setscheduler(0, SCHED_FIFO, &parameters) < 0) fail("sched_setscheduler");
    if (mlockall(MCL_CURRENT | MCL_FUTURE) < 0) fail("mlockall");
}

// A serial line is made raw, at MIDI's 31250 baud.
static inline int open_port(const char *path, int mode) {
    int fd = open(path, mode | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) fail(path);
    struct termios2 t;
    if (ioctl(fd, TCGETS2, &t) == 0) {
        t.c_iflag = IGNBRK | IGNPAR;
        t.c_oflag = t.c_lflag = 0;
        t.c_cflag = CS8 | CREAD | CLOCAL | BOTHER;
        t.c_ispeed = t.c_ospeed = 31250;
        t.c_cc[VMIN] = 1;
        t.c_cc[VTIME] = 0;
        // What came before nobody heard.
        if (ioctl(fd, TCSETS2, &t) < 0 || ioctl(fd, TCFLSH, TCIFLUSH) < 0) fail(path);
        struct serial_struct s;
        if (ioctl(fd, TIOCGSERIAL, &s) == 0) {
            s.flags |= ASYNC_LOW_LATENCY;
            ioctl(fd, TIOCSSERIAL, &s);
        }
    }
    return fd;
}
