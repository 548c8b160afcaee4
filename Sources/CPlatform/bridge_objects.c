// Replaces two functions of Swift's embedded runtime (6.3.1) that retain the object in the second word of a String and
// return the word without its tag bits. The compiler assumes that they return the word unchanged, and uses the result:
// on AArch64 a short string such as "/dev/i2c-0" then points nowhere. The runtime's functions are weak, so these
// override them.
#ifdef TREADLE_STATIC
#include <stdint.h>

extern void *swift_retain_n(void *object, uint32_t count);

// The pointer in the second word of a String, without the tags above the address space and in the lowest three bits.
#define POINTER_BITS 0x0000FFFFFFFFFFF8u
// Set in words that hold the string itself and no object.
#define IMMEDIATE (1ull << 63)

void *swift_bridgeObjectRetain_n(void *word, uint32_t count) {
    uintptr_t object = (uintptr_t)word & POINTER_BITS;
    if (((uintptr_t)word & IMMEDIATE) == 0 && object != 0) swift_retain_n((void *)object, count);
    return word;
}

void *swift_bridgeObjectRetain(void *word) { return swift_bridgeObjectRetain_n(word, 1); }
#endif
