// The mDNS responder and browser of the box (N2), and functions that start and end its child process (N10).
#pragma once
#include <stdint.h>

// Publishes `_apple-midi._udp` under `name` at a UDP port and browses for others, unless `port` is 0, and `_http._tcp`
// at the TCP port `page`, unless that is 0, with avahi-core, until `in` ends or a signal arrives; then withdraws them. avahi-core aborts when memory runs out, so this function needs a process
// of its own.
//
// `interfaces` are names separated by commas; NULL for all except loopback. Reads the lines `rename NAME`, `page PORT`,
// `resolve HOST` (by mDNS under `.local`, else by the C library) and `ping` from `in`. Writes the following lines to `out`,
// where bytes up to 0x20, 0x7F and backslashes in a word are a backslash and three decimal digits:
//
//     name NAME                                                     published, after a conflict under another name
//     host NAME                                                     the box's own name, such as `Board.local`
//     found INTERFACE ipv4|ipv6 NAME HOST ADDRESS PORT              new, or changed if it was found before
//     lost INTERFACE ipv4|ipv6 NAME
//     address HOST ADDRESS                                          of a host to resolve; one line for each
//     dropped COUNT                                                 how often a service did not fit, in all
//     alive                                                         after `ping`
//     failed REASON                                                 the last line
//
// Returns 0 at the end, -1 after `failed`.
int treadle_mdns_run(const char *name, uint16_t port, uint16_t page, const char *interfaces, int in, int out);

// Starts a program with pipes: `*to` writes to its standard input, `*from` reads its standard output, both without
// waiting. The program gets a process group of its own, so that keys of a terminal do not end it, and no blocked
// signals. The memory of this process is not copied, so the loop has no page faults. `words` are its arguments, its
// name first, then NULL. Returns its process number or -errno.
int treadle_child_start(const char *program, char *const *words, int *to, int *from);
// Starts the process of the page (W1): its standard input is one end of a pair of stream sockets, whose other end
// becomes `*connection`; neither waits. Descriptor 3 is `listener`. Its standard output and standard error are the
// standard error of this process. Else as treadle_child_start.
int treadle_child_start_with_socket(const char *program, char *const *words, int listener, int *connection);
// Starts a program with one end of a pair of sockets for packets (SOCK_SEQPACKET) as its descriptors 0 and 3.
// `connection` is the other end, which never blocks. Else as treadle_child_start_with_socket.
int treadle_child_start_with_packets(const char *program, char *const *words, int *connection);
// Gives this process ordinary scheduling on all processors, a lower priority (nice 5), and makes it the first that the
// kernel ends when memory runs out. Errors are ignored. Must be called before treadle_confine, which takes the means.
void treadle_become_background(void);
// Ends a child at once if `kill_it` is not 0, then waits for its end and frees its number.
void treadle_child_end(int child, int kill_it);
// Returns 1 if a child has ended, and then frees its number; else 0, without waiting.
int treadle_child_has_ended(int child);
// Ends a child like treadle_child_end. Returns the exit status of the child, or -1 if a signal has ended it.
int treadle_child_status(int child, int kill_it);
