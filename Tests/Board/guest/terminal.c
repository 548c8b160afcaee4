// terminal FILE KEYS COMMAND...: runs a command in a terminal of 80 columns and 24 rows. What it shows grows in FILE; what is
// written to the pipe KEYS is typed. Returns at once; FILE.ended holds the command's exit status when it has ended.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(const char *what) {
    perror(what);
    exit(1);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    int file = open(words[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) fail(words[1]);
    mkfifo(words[2], 0600);
    // Open for writing too: so it never ends.
    int keys = open(words[2], O_RDWR | O_CLOEXEC);
    if (keys < 0) fail(words[2]);
    if (daemon(1, 0)) fail("daemon");
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    int terminal, status = 0;
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    if (child < 0) return 1;
    if (child == 0) {
        execvp(words[3], words + 3);
        _exit(127);
    }
    struct pollfd waits[2] = {{terminal, POLLIN, 0}, {keys, POLLIN, 0}};
    char bytes[4096];
    while (poll(waits, 2, -1) > 0) {
        if (waits[0].revents) {
            ssize_t got = read(terminal, bytes, sizeof bytes);
            if (got <= 0 || write(file, bytes, (size_t)got) != got) break;
        }
        if (waits[1].revents) {
            ssize_t got = read(keys, bytes, sizeof bytes);
            if (got > 0 && write(terminal, bytes, (size_t)got) != got) break;
        }
    }
    waitpid(child, &status, 0);
    char path[256];
    snprintf(path, sizeof path, "%s.ended", words[1]);
    FILE *ended = fopen(path, "w");
    if (!ended) return 1;
    fprintf(ended, "%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    return fclose(ended);
}
