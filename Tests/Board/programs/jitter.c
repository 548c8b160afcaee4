// jitter PORT SEED MESSAGES LINE: a peer whose line delays each datagram by up to LINE microseconds, clocks too with
// their answers. The time stamps of its notes are exact. The box, whose port has a buffer, plays them back.
//
// Prints when each note came back, in nanoseconds after its time stamp, then the line of sums of `packets`.
#define _GNU_SOURCE
#include "session.h"

int main(int count, char **words) {
    if (count != 5) fail("usage: jitter PORT SEED MESSAGES LINE");
    int messages = atoi(words[3]), wrong = 0;
    uint64_t state = strtoull(words[2], NULL, 0), line = strtoull(words[4], NULL, 0) * 1000 + 1;
    struct session session = {0};
    open_session(&session, atoi(words[1]), 1);
    schedule(30, 0);
    // As initiators do: six, then one each ten seconds.
    uint64_t next = now();
    int exchanges = 0;
    uint64_t *heard_at = calloc((size_t)messages, sizeof *heard_at);
    uint8_t message[3], bytes[PACKET], answer[2048];
    for (int done = 0; done < messages;) {
        if (now() >= next || exchanges < 8) {
            sleep_until(next);
            uint64_t there = chance(&state, line), back = chance(&state, line);
            exchange(&session, there, back);
            acknowledge(&session);
            next += ++exchanges < 8 ? 1500000000ull : 10000000000ull;
            continue;
        }
        uint64_t at = (now() / UNIT + 20) * UNIT;
        message_of(done, message);
        packet(&session, bytes, stamp(at), message);
        sleep_until(at + chance(&state, line));
        if (send(session.data, bytes, sizeof bytes, 0) != PACKET) fail("send");
        const uint8_t *command = NULL;
        ssize_t got;
        while (!command && (got = recv(session.data, answer, sizeof answer, 0)) > 0) {
            heard_at[done] = now() - at;
            command = heard(&session, answer, got);
        }
        message[0] |= 1;
        if (!command || memcmp(command, message, 3) != 0) {
            wrong++;
            heard_at[done] = 0;
        }
        sleep_until(now() + chance(&state, 5000000));
        done++;
    }
    close_session(&session);
    for (int i = 0; i < messages; i++) {
        if (heard_at[i]) printf("%llu\n", (unsigned long long)heard_at[i]);
    }
    printf("messages %d wrong %d\n", messages, wrong);
    return 0;
}
