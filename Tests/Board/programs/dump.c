// dump PORT BYTES MILLISECONDS: a program that sends a SysEx of that many bytes out of a port of the running box, by its
// number, again and again after a pause. When it is ended it prints how often.
#define _GNU_SOURCE
#include "talk.h"
#include <signal.h>

enum { LINE = 2000 };
static volatile int is_over;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int bytes = atoi(words[2]), pause = atoi(words[3]) * 1000, sent = 0;
    open_box();
    // Restarted, so that the end of the program does not break off an answer.
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    while (!is_over) {
        // All lines at once: the box takes a SysEx when it is whole.
        int lines = 0;
        for (int at = 0; at < bytes; at++) {
            if (at % LINE == 0) fprintf(to_box, "%ssend %s", at ? "\n" : "", words[1]);
            lines += at % LINE == 0;
            fprintf(to_box, " %02X", at == 0 ? 0xF0 : at == bytes - 1 ? 0xF7 : at % 128);
        }
        fputs("\n", to_box);
        fflush(to_box);
        while (lines-- > 0) await_ok();
        sent++;
        usleep((useconds_t)pause);
    }
    printf("%d\n", sent);
    return 0;
}
