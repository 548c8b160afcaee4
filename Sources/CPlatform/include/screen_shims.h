// A terminal for drawing, which is restored even if the program crashes.
#pragma once
#include <stdint.h>

// Opens the terminal of standard input and output for drawing with non-blocking reads and writes, without effect on
// other users of the terminal. From now on crashes restore the terminal. `said` is a descriptor for reading what the
// process writes to standard output and error while it has the terminal. Returns a descriptor or -errno.
int treadle_screen_open(int *said);
// Takes the terminal: keys are read one by one without echo, the alternate screen is shown, and descriptors 1 and 2
// lead to `said`. May be called again after a stop. Returns 0 or -errno.
int treadle_screen_take(void);
// Restores the terminal. Has no effect if it was not taken.
void treadle_screen_give(void);
// Returns columns and rows of the terminal, 80 and 24 if it does not report them; of the terminal at `fd`.
void treadle_screen_size(int *columns, int *rows);
void treadle_terminal_size(int fd, int *columns, int *rows);
// Blocks TSTP, CONT and WINCH, or unblocks them with `hold` 0. Must be called before other threads start: the kernel
// delivers a signal to any thread that does not block it, and there it would be lost.
void treadle_screen_hold_signals(int hold);
// Adds TSTP, CONT and WINCH to the signals that a descriptor reads (treadle_signal_descriptor). They must be blocked.
// Returns 0 or -errno.
int treadle_screen_signals(int fd);
// Stops this process, and with `everybody` its process group, as Ctrl-Z does. Returns when the process continues.
void treadle_stop(int everybody);
