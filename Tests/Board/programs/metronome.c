// metronome IN USB LINE CLIENT: the least that can send a clock while it passes on what comes in: what the box's clock is
// measured against. A tick of 300 BPM goes to the sequencer's client, to the raw device USB and to the serial line; what
// comes from the raw device IN goes to the latter two. The line gets its bytes one by one as a wire of 31250 baud carries
// them, each when five eighths of the one before it are out, and a tick goes first. Scheduled as the box's loop is.
#define _GNU_SOURCE
#include "ports.h"
#include <sound/asequencer.h>
#include <sys/epoll.h>

enum { INTERVAL = 8333333, BYTE = 320000, AHEAD = BYTE / 8 * 3, PORTION = 32, ROOM = 65536 };

static uint8_t left[ROOM];
static unsigned from, to;

static int open_sequencer(int client) {
    int sequencer = open("/dev/snd/seq", O_RDWR | O_CLOEXEC);
    struct snd_seq_port_info port = {
        .capability = SNDRV_SEQ_PORT_CAP_READ | SNDRV_SEQ_PORT_CAP_SUBS_READ,
        .type = SNDRV_SEQ_PORT_TYPE_MIDI_GENERIC, .name = "metronome"};
    struct snd_seq_port_subscribe wires = {.dest.client = (uint8_t)client};
    int own = 0;
    if (sequencer < 0 || ioctl(sequencer, SNDRV_SEQ_IOCTL_CLIENT_ID, &own) < 0) fail("sequencer");
    port.addr.client = wires.sender.client = (uint8_t)own;
    if (ioctl(sequencer, SNDRV_SEQ_IOCTL_CREATE_PORT, &port) < 0) fail("port");
    wires.sender.port = port.addr.port;
    if (ioctl(sequencer, SNDRV_SEQ_IOCTL_SUBSCRIBE_PORT, &wires) < 0) fail("connection");
    return sequencer;
}

static void tell(int sequencer) {
    struct snd_seq_event event = {
        .type = SNDRV_SEQ_EVENT_CLOCK, .queue = SNDRV_SEQ_QUEUE_DIRECT,
        .dest = {.client = SNDRV_SEQ_ADDRESS_SUBSCRIBERS, .port = SNDRV_SEQ_ADDRESS_UNKNOWN}};
    if (write(sequencer, &event, sizeof event) != sizeof event) fail("sequencer");
}

int main(int count, char **words) {
    if (count != 5) fail("usage: metronome IN USB LINE CLIENT");
    int in = open_port(words[1], O_RDONLY | O_NONBLOCK), usb = open_port(words[2], O_WRONLY | O_NONBLOCK);
    int line = open_port(words[3], O_WRONLY | O_NONBLOCK), sequencer = open_sequencer(atoi(words[4]));
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, in, &event) < 0) fail("epoll");
    schedule(40, (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);

    const uint8_t tick = 0xF8;
    uint8_t bytes[PORTION];
    uint64_t tick_at = now() + INTERVAL, free_at = 0;
    for (int ticks = 0;;) {
        uint64_t at = now(), due = tick_at;
        if (from != to && free_at - AHEAD < due) due = free_at - AHEAD;
        uint64_t wait = due > at ? due - at : 0;
        struct timespec most = {.tv_sec = 0, .tv_nsec = (long)wait};
        int heard = epoll_pwait2(epoll, &event, 1, &most, NULL);
        at = now();
        if (at >= tick_at) {
            tell(sequencer);
            if (write(usb, &tick, 1) != 1) fail("writing");
            left[--from % ROOM] = tick;
            tick_at += INTERVAL + (++ticks % 3 == 0);
        }
        ssize_t got = heard > 0 ? read(in, bytes, sizeof bytes) : 0;
        if (got > 0 && write(usb, bytes, (size_t)got) != got) fail("writing");
        for (ssize_t i = 0; i < got && to - from < ROOM; i++) left[to++ % ROOM] = bytes[i];
        if (from != to && free_at <= at + AHEAD) {
            if (write(line, &left[from++ % ROOM], 1) != 1) fail("writing");
            free_at = (free_at > at ? free_at : at) + BYTE;
        }
    }
}
