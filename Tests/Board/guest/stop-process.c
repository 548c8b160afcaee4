// stop-process NUMBER: stops a process or thread, also process 1, which takes no SIGSTOP, and keeps it stopped. Returns
// when it stands still.
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count != 2) return 2;
    int process = atoi(words[1]), status, ready[2];
    if (pipe(ready) < 0) return 1;
    if (fork() != 0) {
        char done;
        close(ready[1]);
        return read(ready[0], &done, 1) == 1 ? 0 : 1;
    }
    setsid();
    close(ready[0]), close(0), close(1), close(2);
    // The tracer has to live as long as the process is to stand still.
    if (ptrace(PTRACE_SEIZE, process, 0, 0) < 0 || ptrace(PTRACE_INTERRUPT, process, 0, 0) < 0) return 1;
    if (waitpid(process, &status, __WALL) != process || write(ready[1], "x", 1) != 1) return 1;
    // Killed, it is gone for its parent only when its tracer has seen its end.
    while (waitpid(process, &status, __WALL) == process && WIFSTOPPED(status)) {}
    return 0;
}
