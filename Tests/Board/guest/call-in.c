// call-in PROCESS NUMBER [ARGUMENT…]: has another process make a system call (ptrace(2)), and prints what it returns.
// The process waits in a call of its own, which then ends as by a signal.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

struct registers { uint64_t x[31], stack, counter, state; };

static void check(int failed, const char *what) {
    if (!failed) return;
    perror(what);
    exit(1);
}

static void set(pid_t process, int kind, void *value, size_t size) {
    struct iovec part = {value, size};
    check(ptrace(PTRACE_SETREGSET, process, (void *)(long)kind, &part) < 0, "PTRACE_SETREGSET");
}

// Lets the process go on to the beginning or the end of its next call, and reads its registers.
static void step(pid_t process, struct registers *registers) {
    int status;
    struct iovec part = {registers, sizeof *registers};
    check(ptrace(PTRACE_SYSCALL, process, NULL, NULL) < 0, "PTRACE_SYSCALL");
    check(waitpid(process, &status, __WALL) < 0 || !WIFSTOPPED(status), "the process");
    check(ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &part) < 0, "PTRACE_GETREGSET");
}

int main(int count, char **words) {
    if (count < 3 || count > 9) return 2;
    pid_t process = atoi(words[1]);
    int number = atoi(words[2]), status;
    struct registers registers;
    check(ptrace(PTRACE_ATTACH, process, NULL, NULL) < 0, "PTRACE_ATTACH");
    check(waitpid(process, &status, __WALL) < 0, "waitpid");
    step(process, &registers);
    for (int i = 3; i < count; i++) registers.x[i - 3] = (uint64_t)strtoll(words[i], NULL, 0);
    set(process, NT_PRSTATUS, &registers, sizeof registers);
    set(process, NT_ARM_SYSTEM_CALL, &number, sizeof number);
    step(process, &registers);
    printf("%lld\n", (long long)registers.x[0]);
    registers.x[0] = (uint64_t)-EINTR;
    set(process, NT_PRSTATUS, &registers, sizeof registers);
    check(ptrace(PTRACE_DETACH, process, NULL, NULL) < 0, "PTRACE_DETACH");
    return 0;
}
