// Control of instruction counting by valgrind's callgrind.
#pragma once
#include <stdint.h>

// Tells callgrind to begin (1) or end (0) counting. The sequence is valgrind's client request, which has no effect on a
// processor. The codes are from callgrind.h.
static inline void treadle_counting(int on) {
#ifdef __x86_64__
    volatile uint64_t request[6] = {('C' << 24 | 'T' << 16) + (on ? 4 : 5)};
    uint64_t answer = 0;
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(request)
                     : "cc", "memory");
#else
    (void)on;
#endif
}
