// Wrappers of Linux calls that Swift cannot make directly: macros, variadics, packed structures, and calls that set
// errno. Functions return -errno on failure.
#pragma once
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Returns the time of CLOCK_MONOTONIC in nanoseconds.
uint64_t treadle_now(void);

// Return zeroed memory in pages of its own, or NULL. The second makes all pages resident, so that touching them never
// faults.
void *treadle_map(size_t bytes);
void *treadle_map_present(size_t bytes);

// Call read(2) and write(2) without a cancellation point, which is the largest part of their cost in the C library.
// Return a count or -errno.
static inline long treadle_read(int fd, void *bytes, size_t count) {
    long done = syscall(SYS_read, fd, bytes, count);
    return done < 0 ? -errno : done;
}
static inline long treadle_write(int fd, const void *bytes, size_t count) {
    long done = syscall(SYS_write, fd, bytes, count);
    return done < 0 ? -errno : done;
}

int treadle_epoll_create(void);
// Adds, changes or removes a descriptor with a tag (epoll_ctl(2)).
int treadle_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t tag);
enum { TREADLE_EPOLL_MOST = 64 };
// Calls epoll_wait(2) on kernels before 5.11, with the limit rounded up to milliseconds; NULL for no limit.
int treadle_epoll_wait_coarsely(int epoll, struct epoll_event *ready, const struct timespec *limit);
// Waits for events until a time of CLOCK_MONOTONIC in nanoseconds; UINT64_MAX for no limit. Fills at most
// TREADLE_EPOLL_MOST tags and events. Returns their number, 0 when the time is reached, -EINTR after a signal. Makes a
// bare system call, see treadle_read.
static inline int treadle_epoll_wait(int epoll, uint64_t *tags, uint32_t *events, uint64_t until) {
    struct epoll_event ready[TREADLE_EPOLL_MOST];
    struct timespec left, *limit = NULL;
    if (until != UINT64_MAX) {
        uint64_t now = treadle_now(), wait = until > now ? until - now : 0;
        left.tv_sec = (time_t)(wait / 1000000000u);
        left.tv_nsec = (long)(wait % 1000000000u);
        limit = &left;
    }
    long count = syscall(SYS_epoll_pwait2, epoll, ready, TREADLE_EPOLL_MOST, limit, NULL, 0);
    if (count < 0 && errno == ENOSYS) count = treadle_epoll_wait_coarsely(epoll, ready, limit);
    if (count < 0) return -errno;
#pragma clang loop unroll(disable) vectorize(disable)
    for (long i = 0; i < count; i++) {
        tags[i] = ready[i].data.u64;
        events[i] = ready[i].events;
    }
    return (int)count;
}

// Makes a timer of CLOCK_MONOTONIC.
int treadle_timer_create(void);
// Sets a timer to an absolute time in nanoseconds; UINT64_MAX stops it.
int treadle_timer_set(int timer, uint64_t at);

// Makes, signals and clears an eventfd(2).
int treadle_event_create(void);
void treadle_event_signal(int event);
void treadle_event_clear(int fd);

// Schedules the calling thread with SCHED_FIFO. Returns 0 or -errno.
int treadle_schedule_fifo(int priority);
// Binds the calling thread to one processor. Returns 0 or -errno.
int treadle_pin(int processor);
// Returns the number of processors.
int treadle_processors(void);
// Locks all touched memory and the program, and memory allocated later if the limit allows.
int treadle_lock_memory(void);
// Uses one heap for all threads, because only threads that may wait use it, and a heap for each thread would take 64 MB
// of the memory that may be locked. Must be called before other threads start.
void treadle_use_one_heap(void);
// Returns freed whole pages to the system (malloc_trim). From now on allocated memory is touched at once, so that it
// never faults later.
void treadle_give_back(void);
// Returns release, blank and version from uname(2).
const char *treadle_kernel(void);
// Reads the group and mode of a file. Returns 0 or -errno.
int treadle_owner(const char *path, uint32_t *group, uint32_t *mode);
// Touches the stack below the caller, so that it never faults later.
void treadle_prefault_stack(void);
// Keeps the processor out of deep sleep while the returned descriptor is open; -errno without permission.
int treadle_hold_latency(void);

// Returns the processor time of the calling thread in nanoseconds.
static inline uint64_t treadle_thread_time(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}
// Returns the number of minor and major page faults of the calling thread.
uint64_t treadle_thread_faults(void);
// Returns the number of allocations of the calling thread since it called `treadle_count_allocations(1)`.
uint64_t treadle_thread_allocations(void);
void treadle_count_allocations(int on);
// Sets a function that any thread calls when Swift gets no memory. It must not allocate and should not return.
void treadle_when_out_of_memory(void (*body)(void));
// Calls the function of treadle_when_out_of_memory, if one is set. For allocations that Swift does not make, before a
// trap.
void treadle_out_of_memory(void);

// Starts a thread that calls a function with the context. Returns 0 or -errno.
int treadle_thread_start(pthread_t *thread, void *(*body)(void *), void *context, size_t stack);
int treadle_thread_join(pthread_t thread);
// Returns the number of the calling thread, as in /proc.
int treadle_thread_number(void);
// Returns the state of a thread of this process as a letter of proc(5), R for running or runnable; 0 if unknown. Sets
// `ticks` to its processor time in units of 10 ms.
int treadle_thread_state(int number, uint64_t *ticks);

// The error for a path to something other than a regular file. It is greater than all values of errno.
enum { TREADLE_NOT_A_FILE = 4096 };
// Returns the message of an errno value or of TREADLE_NOT_A_FILE, positive or negative.
const char *treadle_error_message(int error);

// Makes a pipe: reading from ends[0] blocks, writing to ends[1] does not. Returns 0 or -errno.
int treadle_pipe(int *ends);
// Makes writing to a pipe without reader an error that does not end the process.
void treadle_ignore_lost_readers(void);
// Blocks the signals INT, TERM, HUP and USR1 for all threads, and returns a descriptor that reads them.
int treadle_signal_descriptor(void);
// Returns the next signal number from a descriptor of treadle_signal_descriptor, or 0 if there is none.
int treadle_signal_next(int fd);
// Opens any file for reading; waits for the writer of a pipe. Returns a descriptor or -errno, and sets errno.
int treadle_open_read(const char *path);
// Opens a regular file for reading without waiting. Returns a descriptor or -errno, and sets errno: EISDIR for a
// folder, TREADLE_NOT_A_FILE for a pipe, a socket or a device.
int treadle_open_file(const char *path);
// Opens a file of the box's own like treadle_open_file, but does not follow a link.
int treadle_open_own_file(const char *path);
char *const *treadle_arguments(int *count);
// Mounts a virtual file system of a type. Returns 0 or -errno.
int treadle_mount(const char *type, const char *target);
// Blocks HUP and USR1, the signals with which other processes send requests to a running box.
void treadle_block_requests(void);
// Starts a program in a session of its own. `words` is its path, its arguments, NULL. With `is_box`, the program starts
// with HUP and USR1 blocked, which would end it before it can handle them. Returns its process number or -errno.
int treadle_spawn(char *const *words, int is_box);
// Waits for any child to end and returns its process number.
int treadle_reap(void);
// Waits `seconds`, even if signals arrive. For process 1 only, before it restarts a box that ended at once.
void treadle_pause(uint64_t seconds);
// Mounts a device with options of its file system. Returns 0 or -errno.
int treadle_mount_device(const char *device, const char *target, const char *type, int read_only, const char *options);
// Returns 1 if the path is a directory, else 0.
int treadle_is_directory(const char *path);
// Returns the path of the current folder, which is valid until the next call; empty if it has none.
const char *treadle_current_folder(void);
// A store and a use that the optimizer must keep, for benchmarks.
static inline void treadle_store(uint8_t *to, uint8_t value) { *(volatile uint8_t *)to = value; }
static inline void treadle_use(uint32_t value) {
    volatile uint32_t used = value;
    (void)used;
}
