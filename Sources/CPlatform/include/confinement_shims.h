// Confines the child processes that read packets and requests of strangers: each has a user of its own, cannot gain rights, and is
// limited in system calls, memory and descriptors. A new kind of child is a row in confined_children.c.
#pragma once
#include <linux/capability.h>
#include <stdint.h>

// The kinds of children that are confined.
enum {
    TREADLE_CONFINED_MDNS,
    TREADLE_CONFINED_DHCP,
    TREADLE_CONFINED_WEB,
    TREADLE_CONFINED_BLUETOOTH,
    TREADLE_CONFINED_WIFI,
    TREADLE_CONFINED_LEASE,
    TREADLE_CONFINED_KINDS
};

// The rights and limits of a kind of child.
typedef struct {
    // The name of the kind, for tests and messages.
    const char *name;
    // The number of the child's user and group. It is used if the starting process is root and the number exists.
    uint32_t user;
    // The capabilities of the child, one bit each (capabilities(7)).
    uint64_t capabilities;
    // The limits of the address space in bytes, and of the number of descriptors.
    uint64_t memory, files;
    // The numbers of the allowed system calls.
    const uint16_t *calls;
    uint32_t call_count;
} treadle_confined;

const treadle_confined *treadle_confined_kind(int kind);

// Confines the calling thread, and the program that it then executes, as a child of a kind. The child gets SIGTERM when
// the thread that started it ends. If it is not root, it keeps its user. Allocates nothing, so it may be called between
// vfork(2) and execve(2); the thread that called vfork is not affected. Returns 0 or -errno.
int treadle_confine(int kind);

// The last step of treadle_confine: from now on this thread can make only the system calls of a kind. Other calls fail
// with EPERM, and a call of another architecture ends the process. Returns 0 or -errno.
int treadle_filter_calls(int kind);

// Drops all capabilities that are not in `mask`, for this process and its children and for good. Returns 0 or -errno.
// Must be called before other threads start, because each thread has capabilities of its own.
int treadle_keep_capabilities(uint64_t mask);

// Makes a folder to which the user of a kind may write, and gives it to that user. Returns 0 or -errno.
int treadle_folder_for(int kind, const char *path);
