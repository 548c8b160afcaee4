// Linux calls that Swift cannot make by itself: macros, variadics, packed structures, and calls that say why they
// failed through errno. Each returns -errno on failure.
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

// CLOCK_MONOTONIC in nanoseconds.
uint64_t treadle_now(void);

// Zeroed memory of its own pages, or NULL; of the second all of them are there, so that touching them never faults.
void *treadle_map(size_t bytes);
void *treadle_map_present(size_t bytes);

// read(2) and write(2), but that no thread can be cancelled in them, which in the C library costs more than all else it does
// there. A count or -errno.
static inline long treadle_read(int fd, void *bytes, size_t count) {
    long done = syscall(SYS_read, fd, bytes, count);
    return done < 0 ? -errno : done;
}
static inline long treadle_write(int fd, const void *bytes, size_t count) {
    long done = syscall(SYS_write, fd, bytes, count);
    return done < 0 ? -errno : done;
}

int treadle_epoll_create(void);
// Adds, changes (operation EPOLL_CTL_MOD) or removes a descriptor, with a tag of the caller's.
int treadle_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t tag);
enum { TREADLE_EPOLL_MOST = 64 };
// epoll_wait(2) with a limit in nanoseconds, NULL: none; on kernels before 5.11, which know only milliseconds, rounded up.
int treadle_epoll_wait_coarsely(int epoll, struct epoll_event *ready, const struct timespec *limit);
// Waits until a time of CLOCK_MONOTONIC in nanoseconds, UINT64_MAX: without limit; fills tags and events, TREADLE_EPOLL_MOST
// of each; returns how many, 0 when the time has come, -EINTR when a signal came. A bare system call, see treadle_read.
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

// A timer of CLOCK_MONOTONIC and setting it to an absolute time in nanoseconds; UINT64_MAX stops it.
int treadle_timer_create(void);
int treadle_timer_set(int timer, uint64_t at);

int treadle_event_create(void);
void treadle_event_signal(int event);
void treadle_event_clear(int fd);

// Realtime scheduling of the calling thread: SCHED_FIFO, one processor. Each 0 or -errno.
int treadle_schedule_fifo(int priority);
int treadle_pin(int processor);
int treadle_processors(void);
// Locks all memory that was touched, and the program; also what is taken later, unless the limit does not allow that.
int treadle_lock_memory(void);
// One heap for all threads, since only those that may wait use it: another thread's own would take 64 MB of what may be
// locked. Before there are other threads.
void treadle_use_one_heap(void);
// What was freed goes back to the system, as far as whole pages are free (malloc_trim); what is taken from then on is
// touched at once, so that nobody faults there later.
void treadle_give_back(void);
// What uname(2) tells: the release, a blank, the version.
const char *treadle_kernel(void);
// The group and mode of a file; 0 or -errno.
int treadle_owner(const char *path, uint32_t *group, uint32_t *mode);
// Touches the stack below so that it never faults later.
void treadle_prefault_stack(void);
// Keeps the processor out of deep sleep for as long as the descriptor stays open; -errno without permission.
int treadle_hold_latency(void);

// Processor time of the calling thread in nanoseconds.
static inline uint64_t treadle_thread_time(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}
// Page faults of the calling thread since it began, minor and major together.
uint64_t treadle_thread_faults(void);
// Allocations by the calling thread since `treadle_count_allocations(1)` was called on it.
uint64_t treadle_thread_allocations(void);
void treadle_count_allocations(int on);

// Starts a thread; the function gets the context. 0 or -errno.
int treadle_thread_start(pthread_t *thread, void *(*body)(void *), void *context, size_t stack);
int treadle_thread_join(pthread_t thread);
// The number of the calling thread, as /proc has it.
int treadle_thread_number(void);
// What a thread of this process is at: the letter of proc(5), R where it runs or would if it had a processor; 0 where that is
// not known. ticks: processor time it has used, of 10 ms each.
int treadle_thread_state(int number, uint64_t *ticks);

// The error of a path that leads to no regular file; above all values of errno.
enum { TREADLE_NOT_A_FILE = 4096 };
// The message of an errno value or of TREADLE_NOT_A_FILE, which may be given negative.
const char *treadle_error_message(int error);

// A pipe: reading from ends[0] waits, writing to ends[1] does not. 0 or -errno.
int treadle_pipe(int *ends);
// Writing to a pipe whose reader has left is an error from now on, and does not end the process.
void treadle_ignore_lost_readers(void);
// A descriptor that reads the signals INT, TERM, HUP and USR1, which are blocked for all threads from now on.
int treadle_signal_descriptor(void);
// The next signal number from it, or 0.
int treadle_signal_next(int fd);
// Opens anything for reading, a pipe too, and waits for its writer; a descriptor or -errno, with errno set.
int treadle_open_read(const char *path);
// Opens a regular file for reading and never waits; a descriptor or -errno, with errno set: EISDIR for a folder,
// TREADLE_NOT_A_FILE for a pipe, a socket or a device.
int treadle_open_file(const char *path);
// What the program was called with.
char *const *treadle_arguments(int *count);
// Mounts a virtual file system of a type; 0 or -errno.
int treadle_mount(const char *type, const char *target);
// Starts a program in a session of its own: its path, its arguments, NULL. Its process number or -errno.
int treadle_spawn(char *const *words);
// Waits for any child to end; its process number.
int treadle_reap(void);
// For process 1 only, between a box that died at once and the next try.
void treadle_pause(uint64_t seconds);
// Mounts a device, with options of its file system; 0 or -errno.
int treadle_mount_device(const char *device, const char *target, const char *type, int read_only, const char *options);
// 1 when the path is a directory.
int treadle_is_directory(const char *path);
// 1 when the path leads to a regular file or to nothing, so that a file may take its place.
int treadle_is_replaceable(const char *path);
// Creates a file that must not be there yet, with the rights and if possible the owner of another, which must be
// a writable file where it exists. A descriptor for writing or -errno.
int treadle_create_like(const char *path, const char *other);
// Opens a folder that no other program has opened so, waiting a second for it; a descriptor that can be synced, or
// -errno: EWOULDBLOCK.
int treadle_lock_folder(const char *path);
// A store and a use that the optimiser must leave alone, for benchmarks.
static inline void treadle_store(uint8_t *to, uint8_t value) { *(volatile uint8_t *)to = value; }
static inline void treadle_use(uint32_t value) {
    volatile uint32_t used = value;
    (void)used;
}
