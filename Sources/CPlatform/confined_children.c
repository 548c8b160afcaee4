// The confined child processes: their users, capabilities, limits and system calls.
#define _GNU_SOURCE
#include "CPlatform.h"

// User numbers that neither Debian nor systemd assigns, and that containers map. Overlay/etc/passwd names them.
enum {
    MDNS_USER = 65521,
    DHCP_USER = 65522,
    WEB_USER = 65523,
    BLUETOOTH_USER = 65524,
    WIFI_USER = 65525,
    LEASE_USER = 65526,
};

#define BIT(capability) (1ull << (capability))
#define MEGABYTES(n) ((n)*1048576ull)

// System calls of any program: the start of a static program, memory, time, random numbers, exit, standard output.
#ifdef SYS_poll
#define OLD_CALLS SYS_poll, SYS_pipe, SYS_arch_prctl, SYS_access, SYS_readlink,
#else
#define OLD_CALLS
#endif
#define ANY                                                                                                            \
    OLD_CALLS SYS_read, SYS_write, SYS_writev, SYS_close, SYS_fstat, SYS_newfstatat, SYS_lseek, SYS_fcntl, SYS_ppoll,  \
        SYS_pipe2, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_futex, SYS_clock_gettime, \
        SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_tgkill,       \
        SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_set_tid_address,              \
        SYS_set_robust_list, SYS_rseq, SYS_prlimit64, SYS_readlinkat, SYS_uname, SYS_exit, SYS_exit_group

// System calls of sockets. Without connect(2), no socket can be connected.
#define NETWORK                                                                                                        \
    SYS_socket, SYS_bind, SYS_getsockname, SYS_setsockopt, SYS_getsockopt, SYS_sendto, SYS_sendmsg, SYS_recvfrom,      \
        SYS_recvmsg

// The host's build looks up names with the C library, in threads, by any method for which the library is configured.
#ifdef TREADLE_STATIC
#define LOOK_UP
#define MDNS_MEMORY MEGABYTES(32)
#define WEB_MEMORY MEGABYTES(256)
#define BLUETOOTH_MEMORY MEGABYTES(32)
#else
#define LOOK_UP                                                                                                        \
    , SYS_openat, SYS_pread64, SYS_connect, SYS_sendmmsg, SYS_recvmmsg, SYS_clone, SYS_clone3, SYS_getuid,             \
        SYS_geteuid, SYS_getgid, SYS_getegid, SYS_statx, SYS_getdents64, SYS_sched_getaffinity, SYS_getpeername
#define MDNS_MEMORY MEGABYTES(1024)
#define WEB_MEMORY MEGABYTES(2048)
#define BLUETOOTH_MEMORY MEGABYTES(1024)
#endif

static const uint16_t mdns_calls[] = {ANY, NETWORK LOOK_UP};

// dhcpcd is another program: it starts after this filter is set, and has files and control sockets in /run/dhcpcd.
#ifdef SYS_unlink
#define OLD_FILE_CALLS SYS_open, SYS_stat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_chmod, SYS_chown, SYS_dup2,
#else
#define OLD_FILE_CALLS
#endif
static const uint16_t dhcp_calls[] = {
    ANY, NETWORK, OLD_FILE_CALLS SYS_execve, SYS_openat, SYS_pread64, SYS_faccessat, SYS_unlinkat, SYS_renameat,
    SYS_mkdirat, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_ftruncate, SYS_flock, SYS_chdir, SYS_getdents64,
    SYS_utimensat, SYS_umask, SYS_dup, SYS_dup3, SYS_connect, SYS_listen, SYS_accept, SYS_accept4, SYS_shutdown,
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getppid, SYS_sysinfo,
};

// The page (W1) gets its listening socket and its connection to the box from the box, so it makes no socket and connects
// nowhere. It waits with epoll, reads the configuration, and writes files of its own folders.
#ifdef SYS_epoll_wait
#define OLD_WAITS                                                                                                      \
    SYS_epoll_wait, SYS_unlink, SYS_rename, SYS_open, SYS_stat, SYS_lstat, SYS_mkdir, SYS_rmdir, SYS_chmod,
#else
#define OLD_WAITS
#endif
static const uint16_t web_calls[] = {
    ANY, OLD_WAITS SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2, SYS_accept4,
    SYS_shutdown, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt, SYS_sendto, SYS_sendmsg,
    SYS_recvfrom, SYS_recvmsg, SYS_openat, SYS_pread64, SYS_pwrite64, SYS_faccessat, SYS_faccessat2, SYS_statx,
    SYS_getdents64, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_mkdirat, SYS_ftruncate, SYS_fsync, SYS_fdatasync,
    SYS_fchmod, SYS_fchmodat, SYS_flock, SYS_sendfile, SYS_sched_getaffinity, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_sysinfo,
};

// wpa_supplicant (L9) is another program. It reads its configuration, writes settings of its interface in /proc/sys,
// and has a control socket in its folder in /run.
#ifdef SYS_epoll_wait
#define OLD_RADIO_CALLS OLD_FILE_CALLS SYS_epoll_wait, SYS_rmdir, SYS_alarm, SYS_select,
#else
#define OLD_RADIO_CALLS
#endif
static const uint16_t wifi_calls[] = {
    ANY, NETWORK, OLD_RADIO_CALLS SYS_execve, SYS_openat, SYS_pread64, SYS_faccessat, SYS_unlinkat, SYS_renameat,
    SYS_mkdirat, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_getdents64, SYS_umask, SYS_dup, SYS_connect,
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_pselect6, SYS_setitimer, SYS_getcwd, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getppid, SYS_sysinfo,
};

// The DHCP server of the access point (L3) is another program, and writes its leases into its folder in /run.
static const uint16_t lease_calls[] = {
    ANY, NETWORK, OLD_FILE_CALLS SYS_execve, SYS_openat, SYS_pread64, SYS_faccessat, SYS_unlinkat, SYS_renameat,
    SYS_fchmod, SYS_ftruncate, SYS_umask, SYS_dup, SYS_dup3, SYS_connect, SYS_setuid, SYS_setgid, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getppid, SYS_sysinfo,
};
// The process for Bluetooth (B15) has sockets of the kernel, and passes those of its links to the box.
static const uint16_t bluetooth_calls[] = {ANY, NETWORK, SYS_connect, SYS_listen, SYS_accept4};

#define CALLS(list) .calls = list, .call_count = sizeof list / sizeof *list

static const treadle_confined children[TREADLE_CONFINED_KINDS] = {
    [TREADLE_CONFINED_MDNS] = {"mdns", MDNS_USER, 0, MDNS_MEMORY, 64, CALLS(mdns_calls)},
    // dhcpcd sets addresses and routes, receives answers before it has an address, and uses a port below 1024.
    [TREADLE_CONFINED_DHCP] = {"dhcp", DHCP_USER, BIT(CAP_NET_ADMIN) | BIT(CAP_NET_RAW) | BIT(CAP_NET_BIND_SERVICE),
        MEGABYTES(32), 128, CALLS(dhcp_calls)},
    [TREADLE_CONFINED_WEB] = {"web", WEB_USER, 0, WEB_MEMORY, 128, CALLS(web_calls)},
    // wpa_supplicant sets up the radio and exchanges keys in frames of its own.
    [TREADLE_CONFINED_WIFI] = {"wi-fi", WIFI_USER, BIT(CAP_NET_ADMIN) | BIT(CAP_NET_RAW), MEGABYTES(32), 64,
        CALLS(wifi_calls)},
    // The server answers clients that have no address yet, on a port below 1024 of one interface.
    [TREADLE_CONFINED_LEASE] = {"lease", LEASE_USER, BIT(CAP_NET_RAW) | BIT(CAP_NET_BIND_SERVICE), MEGABYTES(32), 64,
        CALLS(lease_calls)},
    // The kernel takes settings from, and shows events of the controller to, those who administrate the network only.
    [TREADLE_CONFINED_BLUETOOTH] = {"bluetooth", BLUETOOTH_USER, BIT(CAP_NET_ADMIN) | BIT(CAP_NET_RAW),
        BLUETOOTH_MEMORY, 64, CALLS(bluetooth_calls)},
};

const treadle_confined *treadle_confined_kind(int kind) { return &children[kind]; }
