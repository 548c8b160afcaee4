// Messages to the service manager that has started the program, such as systemd: the protocol of sd_notify(3).
#pragma once
#include <stdint.h>

// Connects to the socket that the environment names, and removes its name, which is not for children. Must be called
// before other threads exist. Sets the microseconds within which the manager wants signs of life; 0 for never. Returns
// a descriptor, or -errno: ENODATA if no manager wants to hear anything.
int treadle_notify_open(uint64_t *microseconds);
// Sends assignments such as READY=1, one a line. Never waits. Returns 0 or -errno.
int treadle_notify(int fd, const char *words);
