// Serial lines at rates without a constant in termios. They need termios2, which cannot be included beside <termios.h>.
#pragma once
#include <stdint.h>

/// Sets raw mode at `baud`: 8N1, no flow control, no modem lines, reads wait for the first byte (unless non-blocking).
/// Returns 0, or -1 and errno.
int treadle_tty_raw(int fd, unsigned baud);

/// Asks the driver to pass on bytes at once (ASYNC_LOW_LATENCY). Returns 0, or -1 and errno if it cannot or may not.
int treadle_tty_low_latency(int fd);

/// Sets how long closing the line, also at the end of the process, waits for unsent bytes; the kernel's default is 30
/// s. Returns 0, or -1 and errno if it cannot or may not.
int treadle_tty_closing_wait(int fd, unsigned milliseconds);

/// Asks a UART with a FIFO to report each byte, instead of every eighth byte or a pause of four bytes (rx_trig_bytes).
/// Returns 0, or -1 and errno if it cannot or may not.
int treadle_tty_report_each_byte(const char *path);

/// Returns the number of written bytes in the driver's buffer (TIOCOUTQ), or -1 and errno.
int treadle_tty_queued(int fd);

/// Returns 1 if the last written bit has left the hardware (TIOCSERGETLSR) or, if the driver does not know that, if all
/// bytes were passed to the hardware; else 0.
int treadle_tty_idle(int fd);

/// Drops unsent and unread bytes (TCFLSH).
int treadle_tty_flush(int fd);

/// Opens a pseudo-terminal. Returns its controlling end, and the path of the other end in `name`; or -1 and errno.
int treadle_pty_open(char *name, unsigned long size);

/// The identity of a file, different from that of any later file with the same name or number.
typedef struct {
    uint64_t device, inode, number;
    int64_t seconds, nanoseconds;
    int is_link, is_pseudo_terminal;
} treadle_identity;

/// Reads the identity of the file at a path, or with `is_followed` 0 of the link itself. Returns 0, or -1 and errno.
int treadle_identity_of(const char *path, int is_followed, treadle_identity *identity);

/// Returns 1 while a client has the other end of a pseudo-terminal open, and before its first use; else 0.
int treadle_pty_is_used(int fd);

/// Returns 1 if the other end has read all written bytes, or no client has it open; else 0.
int treadle_pty_is_read(int fd);

/// Discards written bytes that were not read. Reports a hangup again if no client has the other end open. Returns 0,
/// or -1 and errno.
int treadle_pty_discard(int fd);
