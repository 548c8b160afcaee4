#include "lost_readers.h"

#include <signal.h>

// Before the first test, as the box does at its start: tests call parts of it that write to a peer that may have gone.
// SIGPIPE would end the whole run without a word.
__attribute__((constructor)) static void ignore_lost_readers(void) { signal(SIGPIPE, SIG_IGN); }
