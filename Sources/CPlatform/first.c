// The first instructions of the program block HUP and USR1. Other processes send these signals as requests to the box,
// as soon as it has a process number, and a signal without a handler would end the program.
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CPlatform.h"

void treadle_block_requests(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

#ifdef TREADLE_STATIC
// The size of the kernel's signal set in bytes. Bit 0 of the set is signal 1.
enum { KERNEL_SET = 8 };
__attribute__((used)) const uint64_t treadle_requests = 1u << (SIGHUP - 1) | 1u << (SIGUSR1 - 1);
__attribute__((used)) uint64_t treadle_mask_before;

// The entry point (--entry of the linker), before the C library: rt_sigprocmask(SIG_BLOCK, &treadle_requests,
// &treadle_mask_before, 8). Preserves the register that the kernel passes to _start.
#if defined(__x86_64__)
__asm__(".section .text.treadle_first,\"ax\",@progbits\n"
        ".globl treadle_first\n"
        ".type treadle_first,@function\n"
        "treadle_first:\n"
        "    movq %rdx, %r12\n"
        "    movl $14, %eax\n"
        "    xorl %edi, %edi\n"
        "    leaq treadle_requests(%rip), %rsi\n"
        "    leaq treadle_mask_before(%rip), %rdx\n"
        "    movl $8, %r10d\n"
        "    syscall\n"
        "    movq %r12, %rdx\n"
        "    jmp _start\n"
        ".previous\n");
#elif defined(__aarch64__)
__asm__(".section .text.treadle_first,\"ax\",@progbits\n"
        ".globl treadle_first\n"
        ".type treadle_first,@function\n"
        "treadle_first:\n"
        "    mov x9, x0\n"
        "    mov x8, #135\n"
        "    mov x0, #0\n"
        "    adrp x1, treadle_requests\n"
        "    add x1, x1, :lo12:treadle_requests\n"
        "    adrp x2, treadle_mask_before\n"
        "    add x2, x2, :lo12:treadle_mask_before\n"
        "    mov x3, #8\n"
        "    svc #0\n"
        "    mov x0, x9\n"
        "    b _start\n"
        ".previous\n");
#endif
#endif

// Runs before all constructors, also those of libraries. Commands other than `run` must still end when their terminal
// closes.
static void begin(int count, char **words, char **environment) {
    (void)environment;
    int is_box = count > 1 && strcmp(words[1], "run") == 0;
#ifdef TREADLE_STATIC
    if (!is_box) syscall(SYS_rt_sigprocmask, SIG_SETMASK, &treadle_mask_before, NULL, KERNEL_SET);
#else
    if (is_box) treadle_block_requests();
#endif
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = begin;
