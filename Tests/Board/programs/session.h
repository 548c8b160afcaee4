// A peer of network MIDI in the same machine as the box: opens a session by invitation, keeps its clock, and sends notes.
// The box's time and the peer's are the same, but for a difference that only this knows.
#pragma once
#include "ports.h"
#include <arpa/inet.h>
#include <endian.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Nanoseconds of a unit of time stamps; units that the peer's clock is ahead of the box's.
enum { UNIT = 100000, AHEAD = 123456789 };
// The box's control port.
enum { BOX = 5004 };

struct session {
    int control, data;
    uint32_t ssrc;
    uint16_t sequence, newest;
};

static inline uint64_t stamp(uint64_t at) {
    return at / UNIT + AHEAD;
}

// A UDP socket at a port of this machine, and connected to another, if there is one. Waits at most a second.
static inline int udp(int port, int to) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval second = {.tv_sec = 1};
    address.sin_port = htons((uint16_t)port);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
    address.sin_port = htons((uint16_t)to);
    if (to && connect(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    if (to && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) < 0) fail("SO_RCVTIMEO");
    return fd;
}

static inline void put(uint8_t *to, uint64_t value, int count) {
    for (int i = 0; i < count; i++) to[i] = (uint8_t)(value >> 8 * (count - 1 - i));
}

static inline uint64_t get(const uint8_t *from, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | from[i];
    return value;
}

// Invites on a port until the answer is OK.
static inline void invite(struct session *session, int fd, const char *name) {
    uint8_t bytes[64] = {0xFF, 0xFF, 'I', 'N', 0, 0, 0, 2, 'T', 'o', 'k', 'n'}, answer[2048];
    put(bytes + 12, session->ssrc, 4);
    strcpy((char *)bytes + 16, name);
    for (int tries = 0; tries < 60; tries++) {
        uint64_t began = now();
        if (send(fd, bytes, 17 + strlen(name), 0) > 0 && recv(fd, answer, sizeof answer, 0) >= 16) {
            if (memcmp(answer + 2, "OK", 2) == 0) return;
            if (memcmp(answer + 2, "NO", 2) == 0) fail("refused");
        }
        sleep_until(began + 200000000);
    }
    fail("no answer to the invitation");
}

// An SSRC of at most 0xFFFF is that of a peer that gets no journals (N6).
static inline void open_session(struct session *session, int port, int has_journal) {
    char name[16];
    snprintf(name, sizeof name, "Peer %d", port);
    session->ssrc = (has_journal ? 0x12340000u : 0) + (uint32_t)port;
    session->control = udp(port, BOX);
    session->data = udp(port + 1, BOX + 1);
    invite(session, session->control, name);
    invite(session, session->data, name);
}

// Whether it is a packet of MIDI, whose commands then are at `commands`. Remembers its number.
static inline const uint8_t *heard(struct session *session, const uint8_t *bytes, ssize_t count) {
    if (count < 16 || bytes[0] != 0x80 || !(bytes[12] & 15)) return NULL;
    session->newest = (uint16_t)get(bytes + 2, 2);
    return bytes + (bytes[12] & 0x80 ? 14 : 13) + (bytes[12] & 0x20 ? 1 : 0);
}

// One clock exchange over a line that takes so long there and so long back, in nanoseconds.
static inline void exchange(struct session *session, uint64_t there, uint64_t back) {
    uint8_t bytes[36] = {0xFF, 0xFF, 'C', 'K'}, answer[2048];
    uint64_t asked = now();
    put(bytes + 4, session->ssrc, 4);
    put(bytes + 12, stamp(asked), 8);
    sleep_until(asked + there);
    if (send(session->data, bytes, sizeof bytes, 0) < 0) fail("sending CK");
    do {
        if (recv(session->data, answer, sizeof answer, 0) < 0) fail("no answer to CK");
    } while (memcmp(answer + 2, "CK", 2) != 0 || answer[8] != 1);
    sleep_until(now() + back);
    bytes[8] = 2;
    memcpy(bytes + 20, answer + 20, 8);
    put(bytes + 28, stamp(now()), 8);
    if (send(session->data, bytes, sizeof bytes, 0) < 0) fail("sending CK");
}

// RS: all that has come.
static inline void acknowledge(struct session *session) {
    uint8_t bytes[12] = {0xFF, 0xFF, 'R', 'S'};
    put(bytes + 4, session->ssrc, 4);
    put(bytes + 8, session->newest, 2);
    send(session->control, bytes, sizeof bytes, 0);
}

// BY.
static inline void close_session(struct session *session) {
    uint8_t bytes[16] = {0xFF, 0xFF, 'B', 'Y', 0, 0, 0, 2, 'T', 'o', 'k', 'n'};
    put(bytes + 12, session->ssrc, 4);
    send(session->control, bytes, sizeof bytes, 0);
}

enum { PACKET = 16 };

// A packet of one message, without a journal.
static inline void packet(struct session *session, uint8_t *bytes, uint64_t time, const uint8_t *message) {
    static const uint8_t head[2] = {0x80, 0x80 | 97};
    memcpy(bytes, head, 2);
    put(bytes + 2, ++session->sequence, 2);
    put(bytes + 4, time & 0xFFFFFFFF, 4);
    put(bytes + 8, session->ssrc, 4);
    bytes[12] = 3;
    memcpy(bytes + 13, message, 3);
}

// The message of a number: notes and their releases in turn, with the release velocity of keyboards that have none.
static inline void message_of(int number, uint8_t *message) {
    message[0] = number % 2 ? 0x80 : 0x90;
    message[1] = (uint8_t)(36 + number / 2 % 24);
    message[2] = number % 2 ? 64 : (uint8_t)(1 + number / 2 % 127);
}
