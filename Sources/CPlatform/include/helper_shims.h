// Programs that run beside the box as its children, and the network interfaces of an appliance.
#pragma once

// Starts a program in a session of its own with ordinary priority, on all processors, with no signal blocked, confined
// as a child of a kind (TREADLE_CONFINED_…). `words` is its path, its arguments, NULL. It gets SIGTERM when the calling
// thread ends, at the latest with this process. Returns its process number or -errno. If the kernel cannot confine the
// program, it ends at once with a line on standard error.
int treadle_helper_start(char *const *words, int kind);
// Returns 1 if a child has ended, and frees its number; else 0.
int treadle_helper_has_ended(int child);
// Ends a child by SIGTERM, after `milliseconds` by SIGKILL, and frees its number. Returns 0 if it had to be killed.
int treadle_helper_end(int child, int milliseconds);

// Takes down all network interfaces except loopback. Returns 0 or -errno.
int treadle_links_down(void);

// Brings up a network interface. Returns 0 or -errno.
int treadle_link_up(const char *name);

// Whether process 1 is this program and has started this process: the machine is the box, and its network is ours.
int treadle_owns_machine(void);
