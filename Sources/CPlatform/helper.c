// Programs that run beside the box as its children.
#define _GNU_SOURCE
#include <net/if.h>
#include <sys/stat.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "CPlatform.h"

int treadle_helper_start(char *const *words, int kind) {
    static const char failure[] = "treadle: this kernel cannot confine a program\n";
    struct sched_param ordinary = {0};
    cpu_set_t all;
    sigset_t none;
    memset(&all, 0xFF, sizeof all);
    sigemptyset(&none);
    // The child shares this memory until it executes the program. After fork(2), each page that the loop writes would
    // fault.
    pid_t child = vfork();
    if (child != 0) return child < 0 ? -errno : child;
    setsid();
    sched_setscheduler(0, SCHED_OTHER, &ordinary);
    sched_setaffinity(0, sizeof all, &all);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (treadle_confine(kind) == 0) execv(words[0], words);
    else if (write(2, failure, sizeof failure - 1) < 0) _exit(126);
    _exit(127);
}

int treadle_helper_has_ended(int child) {
    int status;
    return waitpid(child, &status, WNOHANG) != 0;
}

int treadle_helper_end(int child, int milliseconds) {
    int status;
    kill(child, SIGTERM);
    for (; milliseconds > 0; milliseconds -= 10) {
        if (waitpid(child, &status, WNOHANG) != 0) return 1;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 0;
}

int treadle_owns_machine(void) {
    // Determined once: when this process has dropped rights that process 1 has, it can no longer read /proc/1/exe.
    static int answer = -1;
    struct stat own, first;
    if (answer >= 0) return answer;
    answer = getppid() == 1 && stat("/proc/self/exe", &own) == 0 && stat("/proc/1/exe", &first) == 0 &&
        own.st_dev == first.st_dev && own.st_ino == first.st_ino;
    return answer;
}

int treadle_link_up(const char *name) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    struct ifreq request = {0};
    strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
    int result = ioctl(fd, SIOCGIFFLAGS, &request);
    request.ifr_flags |= IFF_UP;
    if (result == 0) result = ioctl(fd, SIOCSIFFLAGS, &request);
    if (result < 0) result = -errno;
    close(fd);
    return result;
}

int treadle_links_down(void) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    struct if_nameindex *links = if_nameindex();
    for (struct if_nameindex *link = links; link && link->if_index; link++) {
        struct ifreq request = {0};
        strncpy(request.ifr_name, link->if_name, sizeof request.ifr_name - 1);
        if (ioctl(fd, SIOCGIFFLAGS, &request) < 0 || request.ifr_flags & IFF_LOOPBACK) continue;
        request.ifr_flags &= (short)~IFF_UP;
        ioctl(fd, SIOCSIFFLAGS, &request);
    }
    if (links) if_freenameindex(links);
    close(fd);
    return 0;
}
