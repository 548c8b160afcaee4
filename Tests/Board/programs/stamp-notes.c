// stamp-notes IN: prints when each channel message of three bytes came, in nanoseconds of the monotonic clock, and its
// bytes, until it is ended. Of a raw MIDI device, the kernel stamps it. A serial line is looped back: what the box
// writes to it comes in again, and a message has come with its first byte.
#define _GNU_SOURCE
#include <sound/asound.h>

#include "stamped.h"

#ifndef TIOCM_LOOP
#define TIOCM_LOOP 0x8000
#endif

static void hear(const uint8_t *bytes, size_t count, uint64_t at) {
    static uint8_t message[3];
    static int place;
    static uint64_t came;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] >= 0xF8) continue;
        // Without a status byte, the one of the message before goes on.
        if (bytes[i] & 0x80 || place == 0) {
            came = at;
            place = 1;
        }
        if (bytes[i] & 0x80) {
            message[0] = bytes[i];
            continue;
        }
        message[place++] = bytes[i];
        if (place < 3) continue;
        place = 0;
        printf("%llu", (unsigned long long)came);
        print_bytes(message, 3);
    }
}

static void listen_to_line(int line) {
    uint8_t bytes[256];
    int loop = TIOCM_LOOP;
    if (ioctl(line, TIOCMBIS, &loop) < 0) fail("stamp-notes: line");
    while (!is_over) {
        ssize_t got = read(line, bytes, sizeof bytes);
        if (got > 0) hear(bytes, (size_t)got, now());
    }
}

static void listen_to_device(int device) {
    int version = SNDRV_RAWMIDI_VERSION;
    struct snd_rawmidi_params params = {
        .stream = SNDRV_RAWMIDI_STREAM_INPUT, .buffer_size = 1 << 16, .avail_min = 1,
        .mode = SNDRV_RAWMIDI_MODE_FRAMING_TSTAMP | SNDRV_RAWMIDI_MODE_CLOCK_MONOTONIC};
    if (ioctl(device, SNDRV_RAWMIDI_IOCTL_USER_PVERSION, &version) < 0 ||
        ioctl(device, SNDRV_RAWMIDI_IOCTL_PARAMS, &params) < 0) fail("stamp-notes: device");
    while (!is_over) {
        struct snd_rawmidi_framing_tstamp frame;
        if (read(device, &frame, sizeof frame) != sizeof frame) continue;
        hear(frame.data, frame.length, frame.tv_sec * 1000000000u + frame.tv_nsec);
    }
}

int main(int count, char **words) {
    if (count != 2) return 2;
    int in = open_port(words[1], O_RDONLY);
    struct termios2 t;
    int is_line = ioctl(in, TCGETS2, &t) == 0;
    print_at_end();
    schedule(45, 0);
    if (is_line) listen_to_line(in);
    else listen_to_device(in);
    return 0;
}
