// The radios of an appliance: loading their drivers, the address of a wireless interface, and the control socket of
// wpa_supplicant.
#pragma once
#include <stdint.h>

// The kinds of radios, one bit each.
enum { TREADLE_BLUETOOTH = 1, TREADLE_WIFI = 2 };

// Starts the thread that loads drivers. It keeps only the right to load modules, which the caller must then give up,
// before it starts other threads. Returns 0 or -errno.
int treadle_radios_begin(void);
// Tells the thread which kinds it will be asked for. It ends after the last one, at once for 0.
void treadle_radios_expect(unsigned kinds);
// Asks the thread to load the drivers of one kind, and does not wait. Returns 0 or -errno: -EPERM for a kind that is
// not expected.
int treadle_radios_load(unsigned kind);
// Loads the modules that a file lists, one path a line, in this order (finit_module(2)). A module that is loaded
// already is no error, nor is a missing list. Returns how many modules are loaded, or -errno of the first failure.
int treadle_modules_load(const char *list);

// Sets the IPv4 address of an interface, the first number in the highest byte, and its prefix 1...30, and brings it up.
// The address 0 removes the interface's address. Returns 0 or -errno.
int treadle_link_address(const char *name, uint32_t address, int prefix);

// Opens a non-blocking datagram socket that is connected to the one at `path` (unix(7)) and has an abstract address,
// so that the other end can answer. Returns the descriptor or -errno.
int treadle_control_connect(const char *path);
// Makes or replaces a file that only the user of a kind of child may read (TREADLE_CONFINED_…), with `count` bytes.
// Returns 0 or -errno.
int treadle_secret_file(int kind, const char *path, const void *bytes, uint64_t count);
