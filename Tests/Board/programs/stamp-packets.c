// stamp-packets: prints each data packet of Bluetooth as the kernel's HCI monitor has it (the one that btmon reads):
// `<` to the controller, `>` from there, the nanosecond of the kernel's stamp, converted to the monotonic clock, and
// the last three bytes. It ends with SIGTERM.
#define _GNU_SOURCE
#include <sys/socket.h>

#include "stamped.h"

// Of the kernel's include/net/bluetooth: the monitor's channel, its header, and the kinds of data packets.
enum { BLUETOOTH = 31, HCI = 1, NO_DEVICE = 0xFFFF, MONITOR = 2, HEADER = 6, SENT = 4, RECEIVED = 5 };
struct address {
    sa_family_t family;
    uint16_t device, channel;
};

static uint64_t nanoseconds(struct timespec time) {
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The time of day minus the monotonic clock: nobody sets the clock of the test's board.
static uint64_t offset(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time) - now();
}

static void take(int monitor, uint64_t offset) {
    uint8_t frame[2048], control[256];
    struct iovec part = {frame, sizeof frame};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t size = recvmsg(monitor, &message, 0);
    int kind = frame[0] | frame[1] << 8;
    if (size < HEADER + 3 || (kind != SENT && kind != RECEIVED)) return;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
        struct timespec time;
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
        memcpy(&time, CMSG_DATA(c), sizeof time);
        printf("%c %llu", kind == SENT ? '<' : '>', (unsigned long long)(nanoseconds(time) - offset));
        print_bytes(frame + size - 3, 3);
    }
}

int main(int count, char **words) {
    (void)words;
    if (count != 1) return 2;
    int on = 1, monitor = socket(BLUETOOTH, SOCK_RAW, HCI);
    struct address address = {BLUETOOTH, NO_DEVICE, MONITOR};
    if (monitor < 0 || bind(monitor, (struct sockaddr *)&address, sizeof address) < 0 ||
        setsockopt(monitor, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0) fail("stamp-packets");
    print_at_end();
    uint64_t between = offset();
    while (!is_over) take(monitor, between);
    return 0;
}
