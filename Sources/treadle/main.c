// The entry of the program. It is C, because a Swift `main` would compile all modules once more for the firmware: in
// Embedded Swift each module that can run has the code of those below it.
#include <stdint.h>

// Box/Commands/TreadleCommand+Entry.swift.
int32_t treadle_run_command(void);

int main(void) { return treadle_run_command(); }
