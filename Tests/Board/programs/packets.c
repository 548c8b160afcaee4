// packets [-e | -n] PORT SEED MESSAGES: a peer at PORT that plays notes, each in a packet, and waits until it comes back. A
// latency is from the call that sends to the kernel's stamp at the return. The box plays notes on channel 2; with -e
// the peer talks to `reflect` at the box's data port, without a session. With -n it
// gets no journals. Notes follow each other at intervals with seeded jitter, and the peer acknowledges once a second.
//
// Prints the latency of each message in nanoseconds, then a line of sums: messages, and those that came back wrong or not
// at all.
#define _GNU_SOURCE
#include "session.h"

enum { SECOND = 1000000000 };

static uint64_t real_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

// Waits for a datagram; when the kernel had it is at `at`.
static ssize_t receive(int fd, uint8_t *bytes, size_t size, uint64_t *at) {
    union {
        struct cmsghdr head;
        char room[64];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got = recvmsg(fd, &message, 0);
    if (got <= 0) return got;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_type != SCM_TIMESTAMPNS) fail("no stamp");
    struct timespec time;
    memcpy(&time, CMSG_DATA(head), sizeof time);
    *at = (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
    return got;
}

int main(int count, char **words) {
    int is_echo = count > 1 && strcmp(words[1], "-e") == 0;
    int is_bare = count > 1 && strcmp(words[1], "-n") == 0, wrong = 0;
    words += is_echo + is_bare;
    if (count != 4 + is_echo + is_bare) fail("usage: packets [-e | -n] PORT SEED MESSAGES");
    int port = atoi(words[1]), messages = atoi(words[3]);
    uint64_t state = strtoull(words[2], NULL, 0);
    struct session session = {0};
    if (is_echo) session.data = udp(port + 1, BOX + 1);
    else open_session(&session, port, !is_bare);
    int on = 1;
    if (setsockopt(session.data, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0) fail("SO_TIMESTAMPNS");
    schedule(30, 0);
    if (!is_echo) exchange(&session, 0, 0);
    uint64_t *latencies = calloc((size_t)messages, sizeof *latencies), acknowledged = now();
    uint8_t message[3], bytes[PACKET], answer[2048];
    for (int done = 0; done < messages; done++) {
        sleep_until(now() + 1500000u + chance(&state, 2000000));
        message_of(done, message);
        packet(&session, bytes, stamp(now()), message);
        uint64_t began = real_time(), ended;
        if (send(session.data, bytes, sizeof bytes, 0) != PACKET) fail("send");
        const uint8_t *command = NULL;
        ssize_t got;
        while (!command && (got = receive(session.data, answer, sizeof answer, &ended)) > 0) {
            latencies[done] = ended - began;
            command = heard(&session, answer, got);
        }
        if (!is_echo) message[0] |= 1;
        if (!command || memcmp(command, message, 3) != 0) {
            wrong++;
            latencies[done] = 0;
        }
        if (!is_echo && now() - acknowledged > SECOND) {
            acknowledged = now();
            acknowledge(&session);
        }
    }
    if (!is_echo) close_session(&session);
    for (int i = 0; i < messages; i++) {
        if (latencies[i]) printf("%llu\n", (unsigned long long)latencies[i]);
    }
    printf("messages %d wrong %d\n", messages, wrong);
    return 0;
}
