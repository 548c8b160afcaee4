// play-notes OUT CHANNEL SEED GAP SECONDS: plays at a raw MIDI device in a channel 1...16, single notes so many
// milliseconds apart, or as a piano with a gap of 0. At its end it releases what it holds. Prints the nanosecond of
// each message, by the monotonic clock, and its bytes.
#define _GNU_SOURCE
#include "music.h"

static uint8_t channel;

static void play(int out, const uint8_t *message) {
    uint8_t bytes[3] = {message[0] | channel, message[1], message[2]};
    uint64_t at = now();
    if (write(out, bytes, 3) != 3) fail("play-notes");
    printf("%llu", (unsigned long long)at);
    print_bytes(bytes, 3);
}

int main(int count, char **words) {
    if (count != 6) return 2;
    channel = (uint8_t)(atoi(words[2]) - 1);
    int out = open_port(words[1], O_WRONLY);
    uint64_t begun = now(), end = begun + strtoull(words[5], NULL, 0) * 1000 * MILLISECOND;
    struct music music = begin_music(strtoull(words[3], NULL, 0), (unsigned)atoi(words[4]), begun);
    // Printing must not hold up what is played.
    print_at_end();
    schedule(30, 0);
    for (; music.at < end && !is_over; next_message(&music)) {
        sleep_until(music.at);
        play(out, music.bytes);
    }
    // What comes next may be the release of something.
    if (music.bytes[0] == 0x80 || music.bytes[2] == 0) {
        sleep_until(music.at);
        play(out, music.bytes);
    }
    for (int i = 0; i < music.holds; i++) play(out, (uint8_t[]){0x80, music.held[i], 64});
    if (music.has_pedal) play(out, (uint8_t[]){0xB0, PEDAL, 0});
    return 0;
}
