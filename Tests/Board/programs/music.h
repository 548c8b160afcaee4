// What the players of the tests play: a piano with both hands and its pedal, or single notes. The same seed plays the
// same.
#pragma once
#include <stdint.h>

#include "stamped.h"

enum { MILLISECOND = 1000000, HANDS = 10, LOWEST = 21, KEYS = 88, PEDAL = 64 };

struct music {
    uint64_t state;
    // Milliseconds between two single notes, on average; 0: a piano.
    unsigned gap;
    // The next message, and its nanosecond.
    uint64_t at;
    uint8_t bytes[3];
    // Of single notes: how many there were, and when the last began.
    unsigned count;
    uint64_t struck_at;
    uint8_t held[HANDS];
    int holds, has_pedal;
};

static uint64_t between(struct music *music, uint64_t least, uint64_t most) {
    return least + chance(&music->state, most - least);
}

// Each key in turn, with a new velocity each time round, so that a note can be told from its neighbours. Its release
// comes halfway to the next note.
static void next_single(struct music *music) {
    uint64_t gap = (uint64_t)music->gap * MILLISECOND;
    unsigned note = music->count / 2;
    int is_release = music->count++ % 2;
    if (is_release) {
        music->at = music->struck_at + gap / 2;
    } else {
        music->struck_at = music->struck_at / gap * gap + gap;
        music->at = music->struck_at += chance(&music->state, gap / 2);
    }
    uint8_t message[3] = {is_release ? 0x80 : 0x90, (uint8_t)(note % 128), (uint8_t)(1 + note / 128 % 127)};
    memcpy(music->bytes, message, 3);
}

static int holds(const struct music *music, uint8_t key) {
    return memchr(music->held, key, (size_t)music->holds) != NULL;
}

// Half of the messages belong to the chord of the one before.
static void next_of_piano(struct music *music) {
    music->at += chance(&music->state, 2) ? between(music, 0, 4 * MILLISECOND)
                                          : between(music, 20 * MILLISECOND, 200 * MILLISECOND);
    uint64_t what = chance(&music->state, 12);
    uint8_t message[3] = {0xB0, PEDAL, 0};
    if (what == 0) {
        music->has_pedal = !music->has_pedal;
        message[2] = music->has_pedal ? 127 : 0;
    } else if (music->holds == 0 || (music->holds < HANDS && what < 7)) {
        uint8_t key;
        do key = (uint8_t)(LOWEST + chance(&music->state, KEYS));
        while (holds(music, key));
        music->held[music->holds++] = key;
        message[0] = 0x90;
        message[1] = key;
        message[2] = (uint8_t)between(music, 1, 128);
    } else {
        uint8_t *key = music->held + chance(&music->state, (uint64_t)music->holds);
        message[0] = 0x80;
        message[1] = *key;
        message[2] = 64;
        *key = music->held[--music->holds];
    }
    memcpy(music->bytes, message, 3);
}

static void next_message(struct music *music) {
    if (music->gap) next_single(music);
    else next_of_piano(music);
}

// Begins to play at this nanosecond.
static struct music begin_music(uint64_t seed, unsigned gap, uint64_t at) {
    struct music music = {.state = seed, .gap = gap, .at = at, .struck_at = at};
    next_message(&music);
    return music;
}
