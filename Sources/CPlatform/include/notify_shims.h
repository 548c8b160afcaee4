// Messages to the service manager that has started the program, such as systemd: the protocol of sd_notify(3).
#pragma once
#include <stdint.h>

// Connects to the socket that the environment names, and removes the variables, which are not for children. Must be
// called before other threads exist. Sets `*microseconds` to the longest time between two signs of life that the
// manager accepts; 0 for no limit. Returns a descriptor, or -errno: ENODATA if no manager expects notifications.
int treadle_notify_open(uint64_t *microseconds);
// Sends assignments such as READY=1, one a line. Never waits. Returns 0 or -errno.
int treadle_notify(int fd, const char *words);
