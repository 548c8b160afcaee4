// stamp-packets OUT NOTES: plays notes at a raw MIDI device and prints, for each, the nanoseconds until its packet of
// Bluetooth MIDI goes to the controller, by the kernel's stamp in the HCI monitor (the one that btmon reads). A note
// without a packet within a second is `lost`.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Of the kernel's include/net/bluetooth: the monitor's channel, its header, and the kind of a data packet that is sent.
enum { BLUETOOTH = 31, HCI = 1, NO_DEVICE = 0xFFFF, MONITOR = 2, HEADER = 6, DATA_SENT = 4, PATIENCE = 1000 };
struct address {
    sa_family_t family;
    uint16_t device, channel;
};

static int fail(const char *what) {
    perror(what);
    return 1;
}

static int64_t nanoseconds(struct timespec time) { return time.tv_sec * INT64_C(1000000000) + time.tv_nsec; }

// The stamp of the next frame if it is a packet that ends with these three bytes, else 0.
static int64_t stamp(int monitor, const uint8_t *note) {
    uint8_t frame[2048], control[256];
    struct iovec part = {frame, sizeof frame};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t size = recvmsg(monitor, &message, 0);
    if (size < HEADER + 3 || (frame[0] | frame[1] << 8) != DATA_SENT) return 0;
    if (memcmp(frame + size - 3, note, 3) != 0) return 0;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
        struct timespec time;
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
        memcpy(&time, CMSG_DATA(c), sizeof time);
        return nanoseconds(time);
    }
    return 0;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    int out = open(words[1], O_WRONLY), on = 1;
    int monitor = socket(BLUETOOTH, SOCK_RAW, HCI);
    struct address address = {BLUETOOTH, NO_DEVICE, MONITOR};
    if (out < 0 || monitor < 0 || bind(monitor, (struct sockaddr *)&address, sizeof address) < 0 ||
        setsockopt(monitor, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0) return fail("stamp-packets");
    srand(1);
    for (int i = 0; i < atoi(words[2]); i++) {
        uint8_t note[3] = {0x90, (uint8_t)(i % 128), (uint8_t)(1 + i / 128 % 127)};
        struct timespec time;
        int64_t came = 0;
        clock_gettime(CLOCK_REALTIME, &time);
        if (write(out, note, 3) != 3) return fail("stamp-packets: writing");
        struct pollfd ready = {.fd = monitor, .events = POLLIN};
        while (!came && poll(&ready, 1, PATIENCE) > 0) came = stamp(monitor, note);
        if (came) printf("%lld\n", (long long)(came - nanoseconds(time)));
        else puts("lost");
        // The radio passes four packets in 15 ms.
        usleep((useconds_t)(8000 + rand() % 4000));
    }
    return 0;
}
