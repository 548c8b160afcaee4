// Starts a child process with pipes or a socket, without copying the memory.
#define _GNU_SOURCE
#include <spawn.h>
#include <sys/socket.h>

#include "CPlatform.h"

extern char **environ;

// posix_spawn shares the memory until the program starts. After fork(2), each page that the loop writes would fault.
// `third` becomes descriptor 3, unless it is negative.
static int start(const char *program, char *const *words, int input, int output, int third) {
    pid_t child;
    sigset_t none;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    // Last, because the other descriptors may have this number.
    if (third >= 0) posix_spawn_file_actions_adddup2(&files, third, 3);
    int error = posix_spawn(&child, program, &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error ? -error : child;
}

int treadle_child_start(const char *program, char *const *words, int *to, int *from) {
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) < 0) return -errno;
    if (pipe2(output, O_CLOEXEC) < 0) {
        int error = errno;
        close(input[0]), close(input[1]);
        return -error;
    }
    int child = start(program, words, input[0], output[1], -1);
    close(input[0]), close(output[1]);
    if (child < 0) {
        close(input[1]), close(output[0]);
        return child;
    }
    treadle_never_wait(input[1]), treadle_never_wait(output[0]);
    *to = input[1];
    *from = output[0];
    return child;
}

int treadle_child_start_with_socket(const char *program, char *const *words, int listener, int *connection) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    // The child chooses for its own end.
    treadle_never_wait(ends[0]);
    int child = start(program, words, ends[1], STDERR_FILENO, listener);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return child;
    }
    *connection = ends[0];
    return child;
}

int treadle_child_start_with_packets(const char *program, char *const *words, int *connection) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    treadle_never_wait(ends[0]);
    int child = start(program, words, ends[1], STDERR_FILENO, ends[1]);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return child;
    }
    *connection = ends[0];
    return child;
}

void treadle_become_background(void) {
    struct sched_param none = {0};
    cpu_set_t all;
    memset(&all, 0xFF, sizeof all);
    sched_setscheduler(0, SCHED_OTHER, &none);
    sched_setaffinity(0, sizeof all, &all);
    setpriority(PRIO_PROCESS, 0, 5);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score < 0) return;
    (void)!write(score, "500", 3);
    close(score);
}

int treadle_child_status(int child, int kill_it) {
    int status = 0;
    if (kill_it) kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int treadle_child_has_ended(int child) { return waitpid(child, NULL, WNOHANG) != 0; }

void treadle_child_end(int child, int kill_it) { treadle_child_status(child, kill_it); }
