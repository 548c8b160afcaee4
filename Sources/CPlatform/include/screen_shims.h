// A terminal that a program draws on, and that is as it was afterwards however the program ends.
#pragma once
#include <stdint.h>

// Opens the terminal of standard input and output for drawing: reads and writes never wait, and nobody else who uses
// the terminal notices. Crashes give it back from now on. `said` reads what the process writes to standard output and
// error while it has the terminal. A descriptor or -errno.
int treadle_screen_open(int *said);
// Takes the terminal: keys come at once and unseen, the other screen is shown, descriptors 1 and 2 lead to `said`.
// May be called again, after a stop. 0 or -errno.
int treadle_screen_take(void);
// Gives the terminal back; harmless when it was not taken.
void treadle_screen_give(void);
// Columns and rows of the terminal, 80 and 24 where it does not say.
void treadle_screen_size(int *columns, int *rows);
// The descriptor of the box's signals also reads TSTP, CONT and WINCH, which are blocked from now on; before other
// threads are started. 0 or -errno.
int treadle_screen_signals(int fd);
// Stops the process, and with `everybody` those that were started with it, as Ctrl-Z does; returns when it goes on.
void treadle_stop(int everybody);
