// cut-i2c PROCESS: cuts a process off from its I2C buses: none of its SMBus transfers goes on, and all fail as without an
// answer of the chip. Prints the id of the process that cuts and returns; the buses are back when that is killed.
#include <dirent.h>
#include <errno.h>
#include <linux/elf.h>
#include <linux/i2c-dev.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// The general registers of an Arm processor of 64 bits; the first is the first argument and the result of a call.
struct registers {
    uint64_t general[34];
};

static int seize_threads(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *threads = opendir(path);
    if (!threads) return -1;
    struct dirent *entry;
    int count = 0;
    while ((entry = readdir(threads))) {
        int thread = atoi(entry->d_name);
        if (thread == 0) continue;
        if (ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD) < 0) return -1;
        if (ptrace(PTRACE_INTERRUPT, thread, 0, 0) < 0) return -1;
        count++;
    }
    closedir(threads);
    return count;
}

// Lets the call of a stopped thread fail if it is a transfer.
static void refuse(int thread) {
    struct __ptrace_syscall_info call;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call) < 0) return;
    if (call.op != PTRACE_SYSCALL_INFO_ENTRY || call.entry.nr != SYS_ioctl || call.entry.args[1] != I2C_SMBUS) return;
    int none = -1;
    struct iovec number = {&none, sizeof none};
    struct registers registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &number) < 0) return;
    if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &all) < 0) return;
    registers.general[0] = (uint64_t)-EREMOTEIO;
    ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &all);
}

int main(int count, char **words) {
    int ready[2], status, thread;
    if (count != 2 || pipe(ready) < 0) return 2;
    int child = fork();
    if (child != 0) {
        char done;
        close(ready[1]);
        if (read(ready[0], &done, 1) != 1) return 1;
        printf("%d\n", child);
        return 0;
    }
    setsid();
    close(ready[0]), close(0), close(1), close(2);
    int left = seize_threads(words[1]);
    if (left < 0) return 1;
    while ((thread = waitpid(-1, &status, __WALL)) > 0) {
        if (!WIFSTOPPED(status)) continue;
        int sign = WSTOPSIG(status);
        if (sign == (SIGTRAP | 0x80)) refuse(thread);
        // The stop that was asked for is no signal of the thread.
        int is_call = sign == (SIGTRAP | 0x80), is_asked = status >> 16 == PTRACE_EVENT_STOP;
        ptrace(PTRACE_SYSCALL, thread, 0, is_call || is_asked ? 0 : sign);
        if (is_asked && left > 0 && --left == 0 && write(ready[1], "x", 1) != 1) return 1;
    }
    return 0;
}
