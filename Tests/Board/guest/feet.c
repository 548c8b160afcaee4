// feet CHIP SCHEDULE: pulls lines of gpio-sim at their times, much faster than a shell could. CHIP is the chip's folder in
// /sys. Each line of SCHEDULE is "MICROSECONDS LINE LEVEL": when, counted from the start, which line, and 0 or 1. Prints
// for each "BEFORE AFTER", the nanoseconds of CLOCK_MONOTONIC between which the level changed.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EDGES = 65536, MOST_LINES = 32 };

struct edge {
    uint64_t at, before, after;
    int line, level;
};

static struct edge edges[MOST_EDGES];
static int descriptors[MOST_LINES];

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int fail(const char *what) {
    perror(what);
    exit(1);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    FILE *schedule = fopen(words[2], "r");
    if (!schedule) fail(words[2]);
    int total = 0, line;
    unsigned long long at;
    for (; total < MOST_EDGES && fscanf(schedule, "%llu %d %d", &at, &line, &edges[total].level) == 3; total++) {
        if (line < 0 || line >= MOST_LINES) return 2;
        edges[total].at = at * 1000;
        edges[total].line = line;
        if (descriptors[line]) continue;
        char path[256];
        snprintf(path, sizeof path, "%s/sim_gpio%d/pull", words[1], line);
        descriptors[line] = open(path, O_WRONLY);
        if (descriptors[line] < 0) fail(path);
    }
    uint64_t start = now() + 1000000;
    for (int i = 0; i < total; i++) {
        uint64_t due = start + edges[i].at;
        if (due > now()) {
            struct timespec when = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
        }
        const char *pull = edges[i].level ? "pull-up" : "pull-down";
        edges[i].before = now();
        if (pwrite(descriptors[edges[i].line], pull, strlen(pull), 0) < 0) fail("pull");
        edges[i].after = now();
    }
    for (int i = 0; i < total; i++)
        printf("%llu %llu\n", (unsigned long long)edges[i].before, (unsigned long long)edges[i].after);
    return 0;
}
