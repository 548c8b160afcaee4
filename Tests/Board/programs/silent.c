// silent PORT PEERS SECONDS PID: so many peers, from PORT on, that play nothing, but keep their clocks as initiators do.
// The process PID is asked by SIGUSR1 what it has used of the processor: when the clocks go at their slow pace, and
// SECONDS later.
#define _GNU_SOURCE
#include "session.h"
#include <signal.h>

enum { MOST = 8, FIRST = 6 };

int main(int count, char **words) {
    if (count != 5) fail("usage: silent PORT PEERS SECONDS PID");
    int port = atoi(words[1]), peers = atoi(words[2]), seconds = atoi(words[3]);
    pid_t asked = atoi(words[4]);
    struct session sessions[MOST] = {0};
    if (peers < 1 || peers > MOST) fail("too many");
    for (int i = 0; i < peers; i++) open_session(&sessions[i], port + 2 * i, 1);
    uint64_t at = now();
    for (int turn = 0; turn < FIRST; turn++, at += 1500000000u) {
        sleep_until(at);
        for (int i = 0; i < peers; i++) exchange(&sessions[i], 0, 0);
    }
    sleep_until(at);
    kill(asked, SIGUSR1);
    // From the middle of the pause between two exchanges on.
    for (int turn = 0; turn < seconds / 10; turn++) {
        sleep_until(at + 5000000000u);
        for (int i = 0; i < peers; i++) exchange(&sessions[i], 0, 0);
        sleep_until(at += 10000000000u);
    }
    kill(asked, SIGUSR1);
    sleep_until(now() + 500000000);
    for (int i = 0; i < peers; i++) close_session(&sessions[i]);
    return 0;
}
