// feet CHIP SCHEDULE: pulls lines of gpio-sim or i2c-stub at their times, much faster than a shell could. CHIP is the
// chip's folder in /sys, or "BUS ADDRESS REGISTER" of an expander, whose lines are the bits of a register of 16 bits, all
// high at the start. Each line of SCHEDULE is "MICROSECONDS LINE LEVEL": when, counted from the start, which line, and 0 or
// 1. Prints for each "BEFORE AFTER", the nanoseconds of CLOCK_MONOTONIC between which the level changed.
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EDGES = 65536, MOST_LINES = 32 };

struct edge {
    uint64_t at, before, after;
    int line, level;
};

static struct edge edges[MOST_EDGES];
static int descriptors[MOST_LINES];
static int expander = -1, expander_register;
static uint16_t levels = 0xFFFF;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int fail(const char *what) {
    perror(what);
    exit(1);
}

static void open_expander(const char *chip) {
    char bus[64];
    int address;
    if (sscanf(chip, "%63s %i %i", bus, &address, &expander_register) != 3) exit(2);
    expander = open(bus, O_RDWR);
    if (expander < 0 || ioctl(expander, I2C_SLAVE, (long)address) < 0) fail(chip);
}

static void open_line(const char *chip, int line) {
    char path[256];
    if (expander >= 0 || descriptors[line]) return;
    snprintf(path, sizeof path, "%s/sim_gpio%d/pull", chip, line);
    descriptors[line] = open(path, O_WRONLY);
    if (descriptors[line] < 0) fail(path);
}

static void pull(int line, int level) {
    if (expander < 0) {
        const char *pull = level ? "pull-up" : "pull-down";
        if (pwrite(descriptors[line], pull, strlen(pull), 0) < 0) fail("pull");
        return;
    }
    levels = (uint16_t)((levels & ~(1u << line)) | (unsigned)level << line);
    union i2c_smbus_data data = {.word = levels};
    struct i2c_smbus_ioctl_data transfer = {
        .read_write = I2C_SMBUS_WRITE, .command = (uint8_t)expander_register, .size = I2C_SMBUS_WORD_DATA, .data = &data};
    if (ioctl(expander, I2C_SMBUS, &transfer) < 0) fail("i2c");
}

int main(int count, char **words) {
    if (count != 3) return 2;
    if (strncmp(words[1], "/dev/", 5) == 0) open_expander(words[1]);
    FILE *schedule = fopen(words[2], "r");
    if (!schedule) fail(words[2]);
    int total = 0, line;
    unsigned long long at;
    for (; total < MOST_EDGES && fscanf(schedule, "%llu %d %d", &at, &line, &edges[total].level) == 3; total++) {
        if (line < 0 || line >= MOST_LINES) return 2;
        edges[total].at = at * 1000;
        edges[total].line = line;
        open_line(words[1], line);
    }
    uint64_t start = now() + 1000000;
    for (int i = 0; i < total; i++) {
        uint64_t due = start + edges[i].at;
        if (due > now()) {
            struct timespec when = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
        }
        edges[i].before = now();
        pull(edges[i].line, edges[i].level);
        edges[i].after = now();
    }
    for (int i = 0; i < total; i++)
        printf("%llu %llu\n", (unsigned long long)edges[i].before, (unsigned long long)edges[i].after);
    return 0;
}
