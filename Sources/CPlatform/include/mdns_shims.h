// The mDNS responder and browser of the box (N2), and functions that start and end its child process (N10).
#pragma once
#include <stdint.h>

// Publishes `_apple-midi._udp` under `name` at a UDP port and browses for others, with avahi-core, until `in` ends or a
// signal arrives; then withdraws the service. avahi-core aborts when memory runs out, so this function needs a process
// of its own.
//
// `interfaces` are names separated by commas; NULL for all except loopback. Reads the lines `rename NAME`, `resolve
// HOST` (by mDNS under `.local`, else by the C library) and `ping` from `in`. Writes the following lines to `out`,
// where bytes up to 0x20, 0x7F and backslashes in a word are a backslash and three decimal digits:
//
//     name NAME                                                     published, after a conflict under another name
//     found INTERFACE ipv4|ipv6 NAME HOST ADDRESS PORT              new, or changed if it was found before
//     lost INTERFACE ipv4|ipv6 NAME
//     address HOST ADDRESS                                          of a host to resolve; one line for each
//     dropped COUNT                                                 how often a service did not fit, in all
//     alive                                                         after `ping`
//     failed REASON                                                 the last line
//
// Returns 0 at the end, -1 after `failed`.
int treadle_mdns_run(const char *name, uint16_t port, const char *interfaces, int in, int out);

// Starts a program with pipes: `*to` writes to its standard input, `*from` reads its standard output, both without
// waiting. The program gets a process group of its own, so that keys of a terminal do not end it, and no blocked
// signals. The memory of this process is not copied, so the loop has no page faults. `words` are its arguments, its
// name first, then NULL. Returns its process number or -errno.
int treadle_child_start(const char *program, char *const *words, int *to, int *from);
// Ends a child at once if `kill_it` is not 0, then waits for its end and frees its number.
void treadle_child_end(int child, int kill_it);
// Ends a child like treadle_child_end. Returns the exit status of the child, or -1 if a signal has ended it.
int treadle_child_status(int child, int kill_it);
