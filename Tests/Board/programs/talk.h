// A connection to the socket of the running box (docs/reference/COMMANDS.md).
#pragma once
#include "ports.h"
#include <sys/socket.h>
#include <sys/un.h>

static FILE *from_box, *to_box;

// Connects, and reads the greeting.
static inline void open_box(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/treadle.sock"};
    char line[4096];
    int box = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(box, (struct sockaddr *)&address, sizeof address)) fail("the box");
    from_box = fdopen(box, "r");
    to_box = fdopen(dup(box), "w");
    do {
        if (!fgets(line, sizeof line, from_box)) fail("the greeting");
    } while (strcmp(line, "ready\n"));
}

// Reads the answer to a request that succeeds.
static inline void await_ok(void) {
    char answer[4096];
    if (!fgets(answer, sizeof answer, from_box) || strcmp(answer, "ok\n")) fail(answer);
}
