// Bluetooth sockets of the kernel. Structures and numbers are those of include/net/bluetooth in the kernel's source.
#define _GNU_SOURCE
#include <linux/filter.h>
#include <poll.h>
#include <sys/socket.h>

#include "CPlatform.h"

enum {
    FAMILY = 31, L2CAP = 0, HCI = 1,
    LEVEL_HCI = 0, LEVEL_BLUETOOTH = 274,
    HCI_FILTER = 2, SECURITY = 4, SEND_SIZE = 12,
    RAW_CHANNEL = 0, CONTROL_CHANNEL = 3, NO_CONTROLLER = 0xFFFF,
    ATTRIBUTES = 4, PUBLIC = 1, SECURITY_LOW = 1, SECURITY_MEDIUM = 2,
    DATA_PACKET = 2, EVENT_PACKET = 4,
    DISCONNECTED = 0x05, ENCRYPTED = 0x08, COMMAND_DONE = 0x0E, REFRESHED = 0x30, LOW_ENERGY = 0x3E,
    LONGEST_COMMAND = 4096,
};

struct hci_address {
    sa_family_t family;
    uint16_t controller, channel;
};

struct l2cap_address {
    sa_family_t family;
    uint16_t psm;
    uint8_t address[6];
    uint16_t channel;
    uint8_t type;
};

struct hci_filter {
    uint32_t types, events[2];
    uint16_t command;
};

struct security {
    uint8_t level, key_size;
};

static int failed(int fd) {
    int error = -errno;
    close(fd);
    return error;
}

static int hci_socket(uint16_t controller, uint16_t channel) {
    int fd = socket(FAMILY, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, HCI);
    if (fd < 0) return -errno;
    struct hci_address where = {FAMILY, controller, channel};
    return bind(fd, (struct sockaddr *)&where, sizeof where) < 0 ? failed(fd) : fd;
}

int treadle_bluetooth_management(void) {
    int fd = hci_socket(NO_CONTROLLER, CONTROL_CHANNEL);
    // Kernels before 5.16 do not know this option, and take commands of 1028 bytes.
    uint16_t longest = LONGEST_COMMAND;
    if (fd >= 0) setsockopt(fd, LEVEL_BLUETOOTH, SEND_SIZE, &longest, sizeof longest);
    return fd;
}

#define LOAD(size, offset) BPF_STMT(BPF_LD | (size) | BPF_ABS, offset)
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)

// Keeps advertisements away, which would wake the process up to a thousand times a second while it searches, and all
// data but the beginning of a pairing.
static int attach_filter(int fd) {
    enum { CONNECTED = 0x01, UPDATED = 0x03, CONNECTED_LONG = 0x0A, SECURITY_CHANNEL = 0x0600, REQUEST = 1, RESPONSE };
    struct sock_filter steps[] = {
        LOAD(BPF_B, 0), IS(EVENT_PACKET, 0, 6),
        LOAD(BPF_B, 1), IS(LOW_ENERGY, 0, 9),
        LOAD(BPF_B, 3), IS(CONNECTED, 7, 0), IS(UPDATED, 6, 0), IS(CONNECTED_LONG, 5, 6),
        // BPF reads the higher byte first, the channel has the lower one first.
        LOAD(BPF_H, 7), IS(SECURITY_CHANNEL, 0, 4), LOAD(BPF_B, 9), IS(REQUEST, 1, 0), IS(RESPONSE, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xFFFF), BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

int treadle_bluetooth_raw(uint16_t controller) {
    int fd = socket(FAMILY, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, HCI);
    if (fd < 0) return -errno;
    struct hci_filter wanted = {.types = 1u << EVENT_PACKET | 1u << DATA_PACKET, .command = 0x1001};
    const uint8_t events[] = {DISCONNECTED, ENCRYPTED, COMMAND_DONE, REFRESHED, LOW_ENERGY};
    for (size_t i = 0; i < sizeof events; i++) wanted.events[events[i] / 32] |= 1u << events[i] % 32;
    struct hci_address where = {FAMILY, controller, RAW_CHANNEL};
    if (attach_filter(fd) < 0 || setsockopt(fd, LEVEL_HCI, HCI_FILTER, &wanted, sizeof wanted) < 0 ||
        bind(fd, (struct sockaddr *)&where, sizeof where) < 0)
        return failed(fd);
    return fd;
}

static int att_socket(void) {
    int fd = socket(FAMILY, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, L2CAP);
    if (fd < 0) return -errno;
    struct l2cap_address where = {.family = FAMILY, .channel = ATTRIBUTES, .type = PUBLIC};
    struct security low = {SECURITY_LOW, 0};
    if (bind(fd, (struct sockaddr *)&where, sizeof where) < 0 ||
        setsockopt(fd, LEVEL_BLUETOOTH, SECURITY, &low, sizeof low) < 0)
        return failed(fd);
    return fd;
}

int treadle_att_listen(void) {
    int fd = att_socket();
    return fd >= 0 && listen(fd, 8) < 0 ? failed(fd) : fd;
}

int treadle_att_accept(int listener, uint8_t address[7]) {
    struct l2cap_address peer = {0};
    socklen_t size = sizeof peer;
    int fd = accept4(listener, (struct sockaddr *)&peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return -errno;
    memcpy(address, peer.address, sizeof peer.address);
    address[6] = peer.type;
    return fd;
}

int treadle_att_connect(const uint8_t address[7]) {
    int fd = att_socket();
    if (fd < 0) return fd;
    struct l2cap_address peer = {.family = FAMILY, .channel = ATTRIBUTES, .type = address[6]};
    memcpy(peer.address, address, sizeof peer.address);
    if (connect(fd, (struct sockaddr *)&peer, sizeof peer) < 0 && errno != EINPROGRESS) return failed(fd);
    return fd;
}

int treadle_att_connected(int link) {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(link, SOL_SOCKET, SO_ERROR, &error, &size) < 0) return -errno;
    if (error) return -error;
    struct pollfd polled = {.fd = link, .events = POLLOUT};
    if (poll(&polled, 1, 0) < 0) return -errno;
    if (polled.revents & (POLLHUP | POLLERR)) return -ECONNRESET;
    return polled.revents & POLLOUT ? 0 : -EAGAIN;
}

int treadle_att_secure(int link) {
    struct security medium = {SECURITY_MEDIUM, 0};
    return setsockopt(link, LEVEL_BLUETOOTH, SECURITY, &medium, sizeof medium) < 0 ? -errno : 0;
}

int treadle_att_keep_little(int link) {
    // The kernel raises this to its minimum, which holds 4 to 5 packets.
    int least = 1;
    return setsockopt(link, SOL_SOCKET, SO_SNDBUF, &least, sizeof least) < 0 ? -errno : 0;
}

long treadle_att_receive(int link, void *bytes, size_t count, int peek) {
    ssize_t got;
    do got = recv(link, bytes, count, MSG_DONTWAIT | (peek ? MSG_PEEK : 0));
    while (got < 0 && errno == EINTR);
    if (got > 0) return got;
    if (got < 0) return errno == EAGAIN || errno == ENOTCONN ? -EAGAIN : -EPIPE;
    // An empty PDU reads like the end, which only the state of the socket tells.
    struct pollfd polled = {.fd = link, .events = POLLRDHUP};
    return poll(&polled, 1, 0) > 0 && polled.revents & (POLLRDHUP | POLLHUP | POLLERR) ? -EPIPE : 0;
}

int treadle_bluetooth_send(int socket, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

int treadle_line_send(int socket, const void *bytes, size_t count, int descriptor) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {0};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    for (int tries = 0;; tries++) {
        if (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return 0;
        if (errno != EINTR && (errno != EAGAIN || tries == 20)) return -errno;
        struct pollfd polled = {.fd = socket, .events = POLLOUT};
        if (errno == EAGAIN) poll(&polled, 1, 100);
    }
}
