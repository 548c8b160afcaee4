// flood [-e] PORT: a peer at PORT that sends packets of one note as fast as it can, until it is ended. With -e it talks to
// `reflect` two ports above the box's data port, without a session.
#define _GNU_SOURCE
#include "session.h"

int main(int count, char **words) {
    int is_echo = count > 1 && strcmp(words[1], "-e") == 0;
    if (count != 2 + is_echo) fail("usage: flood [-e] PORT");
    int port = atoi(words[1 + is_echo]);
    struct session session = {0};
    if (is_echo) session.data = udp(port + 1, BOX + 3);
    else open_session(&session, port, 1);
    if (nice(19) < 0) fail("nice");
    uint8_t message[3], bytes[PACKET], answer[2048];
    for (int done = 0;; done++) {
        message_of(done, message);
        packet(&session, bytes, stamp(now()), message);
        send(session.data, bytes, sizeof bytes, 0);
        while (recv(session.data, answer, sizeof answer, MSG_DONTWAIT) > 0) {}
    }
}
