// watch-box SOCKET FILE: keeps in FILE what a running box shows of what it does, with its own time stamps (docs/reference/COMMANDS.md,
// "Talking to a running box"). Returns once the box has agreed, and goes on behind.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int fail(const char *what) {
    perror(what);
    exit(1);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, words[1], sizeof address.sun_path - 1);
    int box = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(box, (struct sockaddr *)&address, sizeof address)) fail(words[1]);
    if (write(box, "watch\n", 6) != 6) fail("asking");
    int file = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) fail(words[2]);
    char bytes[65536];
    const char *answer = NULL;
    size_t held = 0;
    ssize_t got;
    while (!answer) {
        got = read(box, bytes + held, sizeof bytes - 1 - held);
        if (got <= 0) fail("the box's answer");
        held += (size_t)got;
        bytes[held] = 0;
        answer = strstr(bytes, "\nok\n");
    }
    size_t rest = held - (size_t)(answer + 4 - bytes);
    if (write(file, answer + 4, rest) != (ssize_t)rest) fail(words[2]);
    if (daemon(1, 0)) fail("daemon");
    while ((got = read(box, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)got) != got) return 1;
    return 0;
}
