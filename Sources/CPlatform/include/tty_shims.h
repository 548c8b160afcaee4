// Serial lines at rates termios has no name for. Its kernel side, termios2, cannot be included beside <termios.h>.
#pragma once
#include <stdint.h>

/// Raw bytes at `baud`, 8N1, no flow control, no modem lines, reads wait for a first byte (unless non-blocking).
/// 0, or -1 and errno.
int treadle_tty_raw(int fd, unsigned baud);

/// Asks the driver to hand bytes on at once (ASYNC_LOW_LATENCY); 0, or -1 and errno where it cannot or may not.
int treadle_tty_low_latency(int fd);

/// How long closing it, also by the end of the process, waits for what has not left; the kernel's own is 30 s. 0, or -1 and
/// errno where it cannot or may not.
int treadle_tty_closing_wait(int fd, unsigned milliseconds);

/// Asks a UART with a FIFO to report each byte, not the eighth or a pause of four (rx_trig_bytes); 0, or -1 and errno
/// where it cannot or may not.
int treadle_tty_report_each_byte(const char *path);

/// Bytes written that have not left the driver's buffer (TIOCOUTQ), or -1 and errno.
int treadle_tty_queued(int fd);

/// 1 when the last bit of what was written is out (TIOCSERGETLSR), or, where a driver does not say that, when it has given all
/// of it to the hardware; else 0.
int treadle_tty_idle(int fd);

/// Drops what was written and has not left, and what came and was not read (TCFLSH).
int treadle_tty_flush(int fd);

/// A pseudo-terminal: its controlling end, and the path of the other end in `name`; -1 and errno.
int treadle_pty_open(char *name, unsigned long size);

/// What tells a file from any other, also from one that has its name or number later.
typedef struct {
    uint64_t device, inode, number;
    int64_t seconds, nanoseconds;
    int is_link, is_pseudo_terminal;
} treadle_identity;

/// What a path leads to, or with `is_followed` 0 the link itself; 0, or -1 and errno.
int treadle_identity_of(const char *path, int is_followed, treadle_identity *identity);

/// 1 while a program has the other end of a pseudo-terminal open, and before anybody has opened it; else 0.
int treadle_pty_is_used(int fd);

/// 1 when the other end has read all that was written to it, or no program has it open; else 0.
int treadle_pty_is_read(int fd);

/// Throws away what was written and not read; tells a hangup again if no program has the other end open. 0, or -1 and errno.
int treadle_pty_discard(int fd);
