#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ump_shims.h"

// Structures of the kernel's sequencer with the fields of UMP, which the headers of Debian 12 lack: client, port,
// event.
typedef struct {
    int client, type;
    char name[64];
    unsigned filter;
    unsigned char multicast_filter[8], event_filter[32];
    int port_count, lost, card, process;
    unsigned midi_version, group_filter;
    char reserved[48];
} client_info;

typedef struct {
    unsigned char client, port;
    char name[64];
    unsigned capabilities, type;
    int channels, voices, synth_voices, reads, writes;
    void *kernel;
    unsigned flags;
    unsigned char queue, direction, group;
    char reserved[57];
} port_info;

typedef struct __attribute__((packed)) {
    int client, type;
    unsigned char info[512];
} ump_info;

typedef struct {
    int client, output, input, output_room, output_free, input_free;
    char reserved[64];
} pool_info;

typedef struct {
    unsigned char type, flags, tag, queue;
    uint32_t time[2];
    unsigned char source_client, source_port, client, port;
    uint32_t words[4];
} event;

_Static_assert(sizeof(event) == 32, "an event of a client of packets");
_Static_assert(sizeof(client_info) == 188, "struct snd_seq_client_info");
_Static_assert(sizeof(port_info) == 168, "struct snd_seq_port_info");

#define SEQ_CLIENT _IOR('S', 0x01, int)
#define SEQ_USER_VERSION _IOW('S', 0x04, int)
#define SEQ_GET_CLIENT _IOWR('S', 0x10, client_info)
#define SEQ_SET_CLIENT _IOW('S', 0x11, client_info)
#define SEQ_SET_UMP _IOWR('S', 0x13, ump_info)
#define SEQ_CREATE_PORT _IOWR('S', 0x20, port_info)
#define SEQ_SET_POOL _IOW('S', 0x4c, pool_info)

enum {
    // The version of the interface whose fields are used here: 1.0.3, the first with UMP ports.
    user_version = 1 << 16 | 3,
    ump_midi2 = 2,
    to_subscribers = 254,
    direct = 253,
    is_packet = 1 << 5,
    port_unsubscribed = 67,
    can_read = 1 << 0 | 1 << 2 | 1 << 5,
    can_write = 1 << 1 | 1 << 3 | 1 << 6,
    is_duplex = 1 << 4,
    is_endpoint = 1 << 9,
    // Generic MIDI, UMP, software, port.
    port_type = 1 << 1 | 1 << 7 | 1 << 17 | 1 << 19,
    given_number = 1 << 0,
};

static int set_up(int fd, const treadle_ump_endpoint *endpoint, int input_pool, int *client) {
    int version = user_version;
    if (ioctl(fd, SEQ_CLIENT, client) < 0) return -errno;
    if (ioctl(fd, SEQ_USER_VERSION, &version) < 0) return -EOPNOTSUPP;
    client_info info = {.client = *client};
    if (ioctl(fd, SEQ_GET_CLIENT, &info) < 0) return -errno;
    strncpy(info.name, (const char *)endpoint->name, sizeof info.name - 1);
    info.midi_version = ump_midi2;
    if (ioctl(fd, SEQ_SET_CLIENT, &info) < 0) return -errno;
    pool_info pool = {.client = *client, .output = 500, .input = input_pool, .output_room = 250};
    if (ioctl(fd, SEQ_SET_POOL, &pool) < 0) return -errno;
    ump_info described = {.client = *client, .type = 0};
    memcpy(described.info, endpoint, sizeof *endpoint);
    return ioctl(fd, SEQ_SET_UMP, &described) < 0 ? (errno == ENOTTY ? -EOPNOTSUPP : -errno) : 0;
}

int treadle_ump_client_open(const treadle_ump_endpoint *endpoint, int input_pool, int *client) {
    int fd = open("/dev/snd/seq", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    int code = set_up(fd, endpoint, input_pool, client);
    if (code == 0) return fd;
    close(fd);
    return code;
}

int treadle_ump_client_block(int fd, int client, const treadle_ump_block *block) {
    ump_info described = {.client = client, .type = 1 + block->number};
    memcpy(described.info, block, sizeof *block);
    return ioctl(fd, SEQ_SET_UMP, &described) < 0 ? -errno : 0;
}

int treadle_ump_client_port(int fd, int client, int number, const char *name, int receives, int sends) {
    port_info port = {.client = (unsigned char)client, .port = (unsigned char)number, .type = port_type};
    strncpy(port.name, name, sizeof port.name - 1);
    port.capabilities = (receives ? can_write : 0u) | (sends ? can_read : 0u);
    if (receives && sends) port.capabilities |= is_duplex;
    if (number == 0) port.capabilities |= is_endpoint;
    port.direction = (unsigned char)((receives ? 1 : 0) | (sends ? 2 : 0));
    port.channels = 16;
    port.group = (unsigned char)number;
    port.flags = given_number;
    return ioctl(fd, SEQ_CREATE_PORT, &port) < 0 ? -errno : 0;
}

/// The number of words of a UMP, by its message type (M2-104-UM 2.1.4).
static int length(uint32_t first) { return "\1\1\1\2\2\4\1\1\2\2\2\3\3\4\4\4"[first >> 28]; }

/// The port of a UMP: utility and stream messages have no group and belong to the endpoint.
static unsigned char port_of(uint32_t first) {
    unsigned type = first >> 28;
    return type == 0 || type == 15 ? 0 : (unsigned char)(1 + (first >> 24 & 15));
}

/// Whether the system client reports that the connection from another client to a port of `client` has ended.
static int has_left(const event *event, int client) {
    const unsigned char *addresses = (const unsigned char *)event->words;
    return event->type == port_unsubscribed && event->source_client == 0 && addresses[2] == client;
}

long treadle_ump_client_read(int fd, int client, uint32_t *words, long *left_at) {
    event events[TREADLE_UMP_EVENTS];
    long bytes = read(fd, events, sizeof events), count = 0;
    *left_at = -1;
    if (bytes < 0) return -errno;
    for (long index = 0; index < bytes / (long)sizeof *events; index++) {
        const event *next = &events[index];
        if (next->flags & is_packet) {
            for (int word = 0; word < length(next->words[0]); word++) words[count++] = next->words[word];
        } else if (*left_at < 0 && has_left(next, client)) {
            *left_at = count;
        }
    }
    return count;
}

long treadle_ump_client_write(int fd, const uint32_t *words, long count) {
    event events[TREADLE_UMP_EVENTS];
    long lost = 0, at = 0;
    while (at < count) {
        size_t filled = 0;
        while (filled < TREADLE_UMP_EVENTS && at < count && at + length(words[at]) <= count) {
            event *next = memset(&events[filled++], 0, sizeof *events);
            next->flags = is_packet;
            next->queue = direct;
            next->source_port = port_of(words[at]);
            next->client = to_subscribers;
            int size = length(words[at]);
            for (int word = 0; word < size; word++) next->words[word] = words[at++];
        }
        if (filled == 0) break;
        for (size_t sent = 0; sent < filled;) {
            long taken = write(fd, events + sent, (filled - sent) * sizeof *events);
            if (taken >= (long)sizeof *events) {
                sent += (size_t)taken / sizeof *events;
            } else if (taken < 0 && errno == EINTR) {
                continue;
            } else if (taken < 0 && (errno == ENODEV || errno == EBADFD || errno == EBADF)) {
                return -errno;
            } else {
                // The event has reached the clients that had room, so it is not sent again.
                lost++;
                sent++;
            }
        }
    }
    return lost;
}
