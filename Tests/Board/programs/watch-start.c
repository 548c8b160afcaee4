// watch-start: waits until the first serial port has sent, and says on the console when that was and what the box holds in
// memory. It is the hook /etc/treadle/rc of an image that has no shell.
//
//   routed after 0.123 s of the kernel, 0.150 s of the machine
//   box: 9400 kB resident, 9300 kB locked
//   machine: 31000 kB used of 498000 kB
//
// The kernel's clock begins some time after its entry, the machine's counter with its power. In the emulator the counter
// of a PC has one count a nanosecond.
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char text[65536];

static const char *content(const char *path) {
    int file = open(path, O_RDONLY);
    ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[got > 0 ? got : 0] = 0;
    return text;
}

static double machine(void) {
#if defined __aarch64__
    uint64_t count, rate;
    __asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(count));
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    return (double)count / (double)rate;
#else
    return (double)__builtin_ia32_rdtsc() / 1e9;
#endif
}

// Whether the first port of a driver has sent.
static int has_sent(const char *path) {
    const char *line = strstr(content(path), "\n0: ");
    const char *end = line ? strchr(line + 1, '\n') : NULL;
    const char *sent = line ? strstr(line, "tx:") : NULL;
    return sent && (!end || sent < end) && atoi(sent + 3) > 0;
}

static long number(const char *text, const char *name) {
    const char *found = strstr(text, name);
    return found ? atol(found + strlen(name)) : -1;
}

// The process that routes: `treadle run`, and not process 1.
static int box(void) {
    DIR *all = opendir("/proc");
    for (struct dirent *one; all && (one = readdir(all));) {
        if (!isdigit((unsigned char)one->d_name[0]) || atoi(one->d_name) == 1) continue;
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/cmdline", one->d_name);
        const char *words = content(path);
        if (*words && !strcmp(words + strlen(words) + 1, "run")) {
            closedir(all);
            return atoi(one->d_name);
        }
    }
    return 0;
}

// What is really locked: addresses that were never used count in VmLck, but take no memory.
static long locked(int process) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/smaps", process);
    FILE *maps = fopen(path, "r");
    long sum = maps ? 0 : -1;
    while (maps && fgets(line, sizeof line, maps)) {
        if (!strncmp(line, "Locked:", 7)) sum += atol(line + 7);
    }
    if (maps) fclose(maps);
    return sum;
}

int main(void) {
    while (!has_sent("/proc/tty/driver/ttyAMA") && !has_sent("/proc/tty/driver/serial")) usleep(2000);
    struct timespec kernel;
    clock_gettime(CLOCK_BOOTTIME, &kernel);
    double since = machine();
    FILE *console = fopen("/dev/console", "w");
    if (!console) return 1;
    fprintf(console, "routed after %.3f s of the kernel, %.3f s of the machine\n",
            (double)kernel.tv_sec + kernel.tv_nsec / 1e9, since);
    fflush(console);
    // A box that idles: a first start has written its files by now.
    sleep(2);
    int process = box();
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", process);
    long resident = number(content(path), "VmRSS:");
    fprintf(console, "box: %ld kB resident, %ld kB locked\n", resident, locked(process));
    const char *memory = content("/proc/meminfo");
    fprintf(console, "machine: %ld kB used of %ld kB\n", number(memory, "MemTotal:") - number(memory, "MemAvailable:"),
            number(memory, "MemTotal:"));
    return fclose(console);
}
