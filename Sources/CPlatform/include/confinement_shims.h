// Confines what reads packets of strangers: a child has a user of its own, no way to more rights, few system calls,
// little memory and few descriptors. A new kind of child is a row in confined_children.c.
#pragma once
#include <linux/capability.h>
#include <stdint.h>

// The kinds of children that are confined.
enum { TREADLE_CONFINED_MDNS, TREADLE_CONFINED_DHCP, TREADLE_CONFINED_KINDS };

// What a kind of child gets.
typedef struct {
    // Its name, for tests and messages.
    const char *name;
    // The number of its user and its group, if the process that starts it is root and these numbers exist.
    uint32_t user;
    // The capabilities that it keeps, a bit each (capabilities(7)).
    uint64_t capabilities;
    // The most bytes of its address space, and the most descriptors.
    uint64_t memory, files;
    // The numbers of its system calls.
    const uint16_t *calls;
    uint32_t call_count;
} treadle_confined;

const treadle_confined *treadle_confined_kind(int kind);

// Confines the calling thread, and with it the program that it becomes, as a child of a kind. It gets SIGTERM when the
// thread that started it ends. Without the rights of root it keeps its user. Allocates nothing, so it may be called
// between vfork(2) and execve(2); the thread that called vfork is not touched. Returns 0 or -errno.
int treadle_confine(int kind);

// The last step of treadle_confine: from now on this thread makes only the system calls of a kind. Any other returns
// EPERM, and a call of another architecture ends the process. Returns 0 or -errno.
int treadle_filter_calls(int kind);

// Leaves this process and its children the capabilities of a mask and no way to others. Returns 0 or -errno. Called
// before threads start, since each has capabilities of its own.
int treadle_keep_capabilities(uint64_t mask);

// Makes a folder that the user of a kind may write, in memory. Returns 0 or -errno.
int treadle_folder_for(int kind, const char *path);
