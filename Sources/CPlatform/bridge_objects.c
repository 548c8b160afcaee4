// Stands in for two functions of Swift's embedded runtime (6.3.1), which retain the object behind a String's second
// word and give back the word without its tag bits. The compiler takes for granted that they give back what they were
// given, and goes on with the result: on AArch64 a short string such as "/dev/i2c-0" then points nowhere. The runtime's
// own are weak, so that these take their place.
#ifdef TREADLE_STATIC
#include <stdint.h>

extern void *swift_retain_n(void *object, uint32_t count);

// What is a pointer in such a word: not the tags above the address space, and not the lowest three bits.
#define POINTER_BITS 0x0000FFFFFFFFFFF8u
// Set in words that are no object but the string itself.
#define IMMEDIATE (1ull << 63)

void *swift_bridgeObjectRetain_n(void *word, uint32_t count) {
    uintptr_t object = (uintptr_t)word & POINTER_BITS;
    if (((uintptr_t)word & IMMEDIATE) == 0 && object != 0) swift_retain_n((void *)object, count);
    return word;
}

void *swift_bridgeObjectRetain(void *word) { return swift_bridgeObjectRetain_n(word, 1); }
#endif
