// Counts the allocations of a thread on request, so that a test can check that the loop makes none.
//
// On the host, the definitions of malloc and its relatives in this program override those of the C library, which
// remain available as __libc_malloc and so on. In the static firmware that would be a duplicate definition, so the
// linker's --wrap redirects every call to this file. The count costs one thread-local read for each allocation.
#include "CPlatform.h"
#include "sanitized.h"

#include <stdatomic.h>
#include <stddef.h>

#ifdef TREADLE_STATIC
#define OURS(name) __wrap_##name
#define THEIRS(name) __real_##name
#else
#define OURS(name) name
#define THEIRS(name) __libc_##name
#endif

extern void *THEIRS(malloc)(size_t);
extern void *THEIRS(calloc)(size_t, size_t);
extern void *THEIRS(realloc)(void *, size_t);
extern void *THEIRS(memalign)(size_t, size_t);

static __thread int counting;
static __thread uint64_t allocations;

void treadle_count_allocations(int on) {
    counting = on;
    allocations = 0;
}

uint64_t treadle_thread_allocations(void) { return allocations; }

static void (*_Atomic when_exhausted)(void);

void treadle_when_out_of_memory(void (*body)(void)) { atomic_store(&when_exhausted, body); }

void treadle_out_of_memory(void) {
    void (*body)(void) = atomic_load(&when_exhausted);
    if (body) body();
}

#ifndef TREADLE_SANITIZED

// Swift traps when an allocation fails, and notes would hang. C code handles the failure itself, so only Swift's calls
// report it: in the firmware posix_memalign and memalign, on the host malloc too.
static void *swift(void *memory, size_t bytes) {
    if (!memory && bytes > 0) treadle_out_of_memory();
    return memory;
}

static void *take(size_t bytes) {
    if (counting) allocations++;
    return THEIRS(malloc)(bytes);
}

#ifdef TREADLE_STATIC
void *OURS(malloc)(size_t bytes) { return take(bytes); }
#else
void *OURS(malloc)(size_t bytes) { return swift(take(bytes), bytes); }
#endif

void *OURS(calloc)(size_t count, size_t bytes) {
    if (counting) allocations++;
    return THEIRS(calloc)(count, bytes);
}

void *OURS(realloc)(void *memory, size_t bytes) {
    if (counting) allocations++;
    return THEIRS(realloc)(memory, bytes);
}

void *OURS(memalign)(size_t alignment, size_t bytes) {
    if (counting) allocations++;
    return swift(THEIRS(memalign)(alignment, bytes), bytes);
}

void *OURS(aligned_alloc)(size_t alignment, size_t bytes) { return OURS(memalign)(alignment, bytes); }

int OURS(posix_memalign)(void **memory, size_t alignment, size_t bytes) {
    // Nearly all calls are Swift's, for objects: malloc already aligns at least as strictly.
    if (alignment == sizeof(void *) || alignment == _Alignof(max_align_t)) {
        void *given = swift(take(bytes), bytes);
        if (given == NULL) return ENOMEM;
        *memory = given;
        return 0;
    }
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    *memory = OURS(memalign)(alignment, bytes);
    return *memory == NULL ? ENOMEM : 0;
}

#endif
