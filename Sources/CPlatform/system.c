#define _GNU_SOURCE
#include "CPlatform.h"

#include <limits.h>
#include <link.h>
#include <linux/capability.h>
#include <malloc.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

uint64_t treadle_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *map(size_t bytes, int how) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | how, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void *treadle_map(size_t bytes) { return map(bytes, 0); }

void *treadle_map_present(size_t bytes) { return map(bytes, MAP_POPULATE); }

static int result(int value) { return value < 0 ? -errno : value; }

int treadle_epoll_create(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int treadle_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t tag) {
    struct epoll_event event = {.events = events, .data = {.u64 = tag}};
    return result(epoll_ctl(epoll, operation, fd, &event));
}

int treadle_epoll_wait_coarsely(int epoll, struct epoll_event *ready, const struct timespec *limit) {
    int64_t wait = limit ? limit->tv_sec * 1000ll + (limit->tv_nsec + 999999) / 1000000 : -1;
    return epoll_wait(epoll, ready, TREADLE_EPOLL_MOST, wait < 1000000 ? (int)wait : 1000000);
}

int treadle_timer_create(void) { return result(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)); }

int treadle_timer_set(int timer, uint64_t at) {
    struct itimerspec when = {0};
    if (at != UINT64_MAX) {
        // A time of 0 would stop the timer, and 1 ns is in the past too.
        if (at == 0) at = 1;
        when.it_value.tv_sec = (time_t)(at / 1000000000u);
        when.it_value.tv_nsec = (long)(at % 1000000000u);
    }
    return result(timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL));
}

int treadle_event_create(void) { return result(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

void treadle_event_signal(int event) {
    uint64_t one = 1;
    // Fails only if the counter is full, and then the reader is awake already.
    ssize_t written = write(event, &one, sizeof one);
    (void)written;
}

void treadle_event_clear(int fd) {
    uint64_t count;
    ssize_t got = read(fd, &count, sizeof count);
    (void)got;
}

int treadle_schedule_fifo(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return -pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

int treadle_pin(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return -pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

int treadle_processors(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

// With a limit, locking future memory would make allocations fail when the limit is reached.
static int may_lock_everything(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY) return 1;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
    return syscall(SYS_capget, &header, data) == 0 && (data[0].effective & 1u << CAP_IPC_LOCK) != 0;
}

// Locks the pages of the program itself, which are loaded from the card. Of the heap only touched pages are locked,
// because locking all of it would make free pages resident again.
static int lock_object(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD) mlock((const void *)(object->dlpi_addr + part->p_vaddr), part->p_memsz);
    }
    return 0;
}

int treadle_lock_memory(void) {
    if (mlockall(MCL_CURRENT | MCL_ONFAULT) < 0) return -errno;
    if (may_lock_everything()) mlockall(MCL_FUTURE);
    dl_iterate_phdr(lock_object, NULL);
    return 0;
}

const char *treadle_kernel(void) {
    static char text[sizeof(struct utsname)];
    struct utsname names;
    if (uname(&names) < 0) return "";
    snprintf(text, sizeof text, "%s %s", names.release, names.version);
    return text;
}

int treadle_owner(const char *path, uint32_t *group, uint32_t *mode) {
    struct stat status;
    if (stat(path, &status) < 0) return -errno;
    *group = status.st_gid;
    *mode = status.st_mode;
    return 0;
}

void treadle_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

void treadle_give_back(void) {
    // Returns large blocks to the system when they are freed. A fixed threshold, because the default grows with freed
    // blocks.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    // Fills allocated memory, and so touches it.
    mallopt(M_PERTURB, 1);
    malloc_trim(0);
}

void treadle_prefault_stack(void) {
    uint8_t room[64 * 1024];
    // Without this, the compiler would keep only the written bytes of the array, all in one page.
    __asm__ volatile("" : : "r"(room) : "memory");
    for (size_t at = 0; at < sizeof room; at += 4096) ((volatile uint8_t *)room)[at] = 0;
}

int treadle_hold_latency(void) {
    int fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int32_t microseconds = 0;
    if (write(fd, &microseconds, sizeof microseconds) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

uint64_t treadle_thread_faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

const char *treadle_error_message(int error) {
    if (error < 0) error = -error;
    return error == TREADLE_NOT_A_FILE ? "it is not a file, but a pipe, a socket or a device" : strerror(error);
}

int treadle_thread_start(pthread_t *thread, void *(*body)(void *), void *context, size_t stack) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    int error = pthread_create(thread, &attributes, body, context);
    pthread_attr_destroy(&attributes);
    return -error;
}

int treadle_thread_join(pthread_t thread) { return -pthread_join(thread, NULL); }

int treadle_thread_number(void) { return (int)syscall(SYS_gettid); }

int treadle_thread_state(int number, uint64_t *ticks) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", number);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t count = read(fd, text, sizeof text - 1);
    close(fd);
    if (count <= 0) return 0;
    text[count] = 0;
    // After the name in brackets: the state, ten other fields, then ticks in user mode and in the kernel.
    char *rest = strrchr(text, ')');
    if (!rest || rest[1] == 0) return 0;
    char state = rest[2];
    for (int fields = 0; rest && fields < 12; fields++) rest = strchr(rest + 1, ' ');
    if (!rest) return 0;
    *ticks = strtoull(rest, &rest, 10);
    *ticks += strtoull(rest, NULL, 10);
    return state;
}

int treadle_pipe(int *ends) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    return result(fcntl(ends[1], F_SETFL, O_NONBLOCK));
}

void treadle_ignore_lost_readers(void) { signal(SIGPIPE, SIG_IGN); }

int treadle_signal_descriptor(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return result(signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
}

int treadle_signal_next(int fd) {
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int treadle_open_read(const char *path) { return result(open(path, O_RDONLY | O_CLOEXEC)); }

static int argument_count;
static char **argument_words;

// glibc passes the arguments of main to constructors. Embedded Swift has no other access to them.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    argument_words = words;
}

char *const *treadle_arguments(int *count) {
    *count = argument_count;
    return argument_words;
}

int treadle_mount(const char *type, const char *target) { return result(mount(type, target, type, 0, NULL)); }

int treadle_spawn(char *const *words, int is_box) {
    pid_t child = fork();
    if (child != 0) return result(child);
    setsid();
    if (is_box) treadle_block_requests();
    execv(words[0], words);
    _exit(127);
}

int treadle_reap(void) {
    int status;
    return (int)wait(&status);
}

void treadle_pause(uint64_t seconds) {
    struct timespec left = {.tv_sec = (time_t)seconds};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {}
}

int treadle_mount_device(const char *device, const char *target, const char *type, int read_only, const char *options) {
    return result(mount(device, target, type, MS_NOATIME | (read_only ? MS_RDONLY : 0), options));
}

int treadle_is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *treadle_current_folder(void) {
    static char path[PATH_MAX];
    return getcwd(path, sizeof path) ? path : "";
}
