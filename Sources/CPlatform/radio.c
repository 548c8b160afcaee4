// The radios of an appliance: their drivers, addresses and the control socket of wpa_supplicant.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <limits.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "CPlatform.h"

// The commands of the control thread to the loading thread, one byte each: the kinds that will come, then each of them.
static int commands[2] = {-1, -1};
static unsigned expected;

static int load_one(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int result = syscall(SYS_finit_module, fd, "", 0) < 0 && errno != EEXIST ? -errno : 0;
    close(fd);
    return result;
}

int treadle_modules_load(const char *list) {
    char path[PATH_MAX];
    int loaded = 0, failure = 0;
    FILE *file = fopen(list, "re");
    if (!file) return errno == ENOENT ? 0 : -errno;
    while (fgets(path, sizeof path, file)) {
        path[strcspn(path, "\n")] = 0;
        if (!*path) continue;
        int error = load_one(path);
        if (error == 0) loaded++;
        // The others may not need this one.
        else if (failure == 0) failure = error;
    }
    fclose(file);
    return failure < 0 ? failure : loaded;
}

static void report(const char *name, int error) {
    char text[160];
    int size = snprintf(text, sizeof text, "treadle: %s: the drivers: %s\n", name, treadle_error_message(error));
    if (size > 0 && write(2, text, (size_t)size) < 0) return;
}

// Reads a command; 0 if there will be none.
static unsigned next_command(void) {
    unsigned char byte;
    ssize_t got;
    do got = read(commands[0], &byte, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 ? byte : 0;
}

// Loads drivers at the control thread's commands, and ends after the last kind. The start of a driver may take long.
static void *run(void *unused) {
    (void)unused;
    treadle_keep_capabilities(1ull << CAP_SYS_MODULE);
    for (unsigned left = next_command(); left;) {
        unsigned kind = next_command();
        if (!kind) break;
        left &= ~kind;
        int is_wifi = kind == TREADLE_WIFI;
        int result = treadle_modules_load(is_wifi ? "/lib/treadle/wifi.order" : "/lib/treadle/bluetooth.order");
        if (result < 0) report(is_wifi ? "wi-fi" : "bluetooth", result);
    }
    return NULL;
}

static int command(unsigned kinds) {
    unsigned char byte = (unsigned char)kinds;
    return write(commands[1], &byte, 1) == 1 ? 0 : -errno;
}

int treadle_radios_begin(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, old;
    if (commands[1] >= 0) return 0;
    if (pipe2(commands, O_CLOEXEC) < 0) return -errno;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Signals are for the control thread.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&thread, &attributes, run, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}

void treadle_radios_expect(unsigned kinds) {
    if (commands[1] < 0) return;
    expected = kinds;
    command(kinds);
}

int treadle_radios_load(unsigned kind) { return expected & kind ? command(kind) : -EPERM; }

static int set_address(int fd, struct ifreq *request, unsigned long what, uint32_t address) {
    struct sockaddr_in *in = (struct sockaddr_in *)&request->ifr_addr;
    memset(in, 0, sizeof *in);
    in->sin_family = AF_INET;
    in->sin_addr.s_addr = htonl(address);
    return ioctl(fd, what, request) < 0 ? -errno : 0;
}

int treadle_link_address(const char *name, uint32_t address, int prefix) {
    struct ifreq request = {0};
    if (prefix < 1 || prefix > 30) return -EINVAL;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
    int result = set_address(fd, &request, SIOCSIFADDR, address);
    if (result == 0 && address) result = set_address(fd, &request, SIOCSIFNETMASK, UINT32_MAX << (32 - prefix));
    close(fd);
    return result < 0 || !address ? result : treadle_link_up(name);
}

int treadle_control_connect(const char *path) {
    struct sockaddr_un own = {.sun_family = AF_UNIX}, other = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof other.sun_path) return -ENAMETOOLONG;
    strcpy(other.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    // With the family alone the kernel chooses an abstract address.
    if (bind(fd, (struct sockaddr *)&own, sizeof own.sun_family) < 0 ||
        connect(fd, (struct sockaddr *)&other, sizeof other) < 0) {
        int error = -errno;
        close(fd);
        return error;
    }
    return fd;
}

int treadle_secret_file(int kind, const char *path, const void *bytes, uint64_t count) {
    uint32_t user = treadle_confined_kind(kind)->user;
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return -errno;
    int error = 0;
    ssize_t written = write(fd, bytes, count);
    if (written < 0 || (uint64_t)written != count) error = written < 0 ? -errno : -ENOSPC;
    // A process that is not root has no other users, and the child keeps its user.
    if (error == 0 && geteuid() == 0 && fchown(fd, user, user) < 0) error = -errno;
    close(fd);
    if (error < 0) unlink(path);
    return error;
}
