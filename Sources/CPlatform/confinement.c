// Removes rights from a thread for good (capabilities(7), seccomp(2)). Makes bare system calls: the C library's
// functions would remove the rights from all threads of the library, and after vfork(2) these are the threads of the
// box.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>

#include "CPlatform.h"
#include "sanitized.h"

#if defined __x86_64__
#define NATIVE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define NATIVE AUDIT_ARCH_AARCH64
#endif

// The lower half of an argument; both architectures are little-endian.
#define ARGUMENT(n) offsetof(struct seccomp_data, args[n])
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define JUMP(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, value, yes, no)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

enum { MOST_CALLS = 128, OTHER_STEPS = 32, FIRST_X32_CALL = 0x40000000 };

static int limit(int resource, uint64_t most) {
    struct rlimit old, new = {.rlim_cur = most, .rlim_max = most};
    if (syscall(SYS_prlimit64, 0, resource, NULL, &old) == 0 && old.rlim_max < most) return 0;
    return syscall(SYS_prlimit64, 0, resource, &new, NULL) < 0 ? -errno : 0;
}

// Limits the capabilities that the program and its children can ever have to a mask. Only root can do this; other users
// have no capabilities.
static void bound(uint64_t mask) {
    for (unsigned long one = 0; one < 64; one++) {
        if (!(mask >> one & 1)) syscall(SYS_prctl, PR_CAPBSET_DROP, one, 0, 0, 0);
    }
}

// Drops the capabilities of this thread that are not in `mask`. Those in `lasting` survive execve(2) by a user who is
// not root.
static int keep(uint64_t mask, uint64_t lasting) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
    if (syscall(SYS_capget, &header, data) < 0) return -errno;
    for (int half = 0; half < _LINUX_CAPABILITY_U32S_3; half++) {
        data[half].permitted &= (uint32_t)(mask >> 32 * half);
        data[half].effective = data[half].permitted;
        data[half].inheritable = data[half].permitted & (uint32_t)(lasting >> 32 * half);
    }
    // Clears inherited ambient capabilities, because they would survive execve(2) without being in `lasting`.
    syscall(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &header, data) < 0) return -errno;
    for (unsigned long one = 0; one < 64; one++) {
        if (lasting >> one & 1) syscall(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, one, 0, 0);
    }
    return 0;
}

// Changes from root to the user. Where the number does not exist, as in a container that maps few numbers, the process
// stays root, without capabilities.
static void become(uint32_t user) {
    if (syscall(SYS_geteuid) != 0) return;
    syscall(SYS_prctl, PR_SET_KEEPCAPS, 1, 0, 0, 0);
    syscall(SYS_setgroups, 0, NULL);
    syscall(SYS_setresgid, user, user, user);
    syscall(SYS_setresuid, user, user, user);
}

int treadle_confine(int kind) {
    const treadle_confined *child = treadle_confined_kind(kind);
    int error = limit(RLIMIT_NOFILE, child->files);
#ifndef TREADLE_SANITIZED
    if (error == 0) error = limit(RLIMIT_AS, child->memory);
#endif
    if (error == 0) error = limit(RLIMIT_CORE, 0);
    if (error < 0) return error;
    bound(child->capabilities);
    become(child->user);
    error = keep(child->capabilities, child->capabilities);
    if (error < 0) return error;
    // The change of the user has cleared this setting.
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    return treadle_filter_calls(kind);
}

// Adds steps that allow only the ioctl(2) requests of sockets and standard output. Other requests could type into the
// terminal of the box.
static size_t add_requests(struct sock_filter *step) {
    struct sock_filter steps[] = {
        LOAD(offsetof(struct seccomp_data, nr)), JUMP(BPF_JEQ, SYS_ioctl, 0, 7),
        LOAD(ARGUMENT(1)), JUMP(BPF_JEQ, FIONREAD, 3, 0), JUMP(BPF_JEQ, TCGETS, 2, 0),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xFFFFFF00), JUMP(BPF_JEQ, 0x8900, 0, 1),
        RETURN(SECCOMP_RET_ALLOW), RETURN(REFUSE),
    };
    memcpy(step, steps, sizeof steps);
    return sizeof steps / sizeof *steps;
}

// Adds steps that refuse executable memory. The programs of a board are static; a dynamic program needs executable
// memory to load its libraries.
static size_t add_no_new_code(struct sock_filter *step) {
#ifdef TREADLE_STATIC
    struct sock_filter steps[] = {
        JUMP(BPF_JEQ, SYS_mmap, 1, 0), JUMP(BPF_JEQ, SYS_mprotect, 0, 3),
        LOAD(ARGUMENT(2)), JUMP(BPF_JSET, PROT_EXEC, 0, 1), RETURN(REFUSE),
        LOAD(offsetof(struct seccomp_data, nr)),
    };
    memcpy(step, steps, sizeof steps);
    return sizeof steps / sizeof *steps;
#else
    (void)step;
    return 0;
#endif
}

int treadle_filter_calls(int kind) {
    const treadle_confined *child = treadle_confined_kind(kind);
    struct sock_filter steps[OTHER_STEPS + 2 * MOST_CALLS];
    size_t count = 0;
    if (child->call_count > MOST_CALLS) return -E2BIG;
    steps[count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, arch));
    steps[count++] = (struct sock_filter)JUMP(BPF_JEQ, NATIVE, 1, 0);
    steps[count++] = (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS);
    steps[count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
    steps[count++] = (struct sock_filter)JUMP(BPF_JGE, FIRST_X32_CALL, 0, 1);
    steps[count++] = (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS);
    count += add_requests(&steps[count]);
    count += add_no_new_code(&steps[count]);
    for (uint32_t i = 0; i < child->call_count; i++) {
        steps[count++] = (struct sock_filter)JUMP(BPF_JEQ, child->calls[i], 0, 1);
        steps[count++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
    }
    steps[count++] = (struct sock_filter)RETURN(REFUSE);
    struct sock_fprog program = {.len = (unsigned short)count, .filter = steps};
    if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0 ? -errno : 0;
}

int treadle_keep_capabilities(uint64_t mask) {
    bound(mask);
    int error = keep(mask, 0);
    if (error < 0) return error;
    return syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}

int treadle_folder_for(int kind, const char *path) {
    uint32_t user = treadle_confined_kind(kind)->user;
    if (mkdir(path, 0755) < 0 && errno != EEXIST) return -errno;
    return lchown(path, user, user) < 0 ? -errno : 0;
}
