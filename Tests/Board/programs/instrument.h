// The instrument at the air of `still-air`: a peripheral with Bluetooth MIDI. It answers the questions of a client
// (Core, Vol 3, Part F), and plays when it is listened to, with time stamps of its own clock.
#pragma once
#include "music.h"

enum {
    MTU = 247, ANSWERS = 4, PLAYED = 1024, TURN = 8192,
    // Handles of the attributes: MIDI service, characteristic, its value, and its configuration, by which the box turns
    // notifications on.
    SERVICE = 0x10, CHARACTERISTIC, VALUE, CONFIGURATION,
    // Operations: each answer has the number of its question plus 1.
    ERROR = 0x01, ASK_MTU = 0x02, FIND_INFORMATION = 0x04, FIND_BY_VALUE = 0x06, READ_BY_TYPE = 0x08, READ = 0x0A,
    WRITE = 0x12, NOTIFY = 0x1B, WRITE_COMMAND = 0x52, IS_COMMAND = 0x40,
    NOT_SUPPORTED = 0x06, NOT_FOUND = 0x0A,
    // Types of attributes, and properties: read, write without response, notify.
    PRIMARY = 0x2800, DECLARATION = 0x2803, CLIENT_CONFIGURATION = 0x2902, PROPERTIES = 0x02 | 0x04 | 0x10,
};

// RP-052, the bytes as they are sent: the last one first.
static const uint8_t midi_service[16] = {
    0x00, 0xC7, 0xC4, 0x4E, 0xE3, 0x6C, 0x51, 0xA7, 0x33, 0x4B, 0xE8, 0xED, 0x5A, 0x0E, 0xB8, 0x03};
static const uint8_t midi_data[16] = {
    0xF3, 0x6B, 0x10, 0x9D, 0x66, 0xF2, 0xA9, 0xA1, 0x12, 0x41, 0x68, 0x38, 0xDB, 0xE5, 0x72, 0x77};

struct answer {
    uint8_t bytes[MTU];
    size_t size;
};

static struct instrument {
    // How much faster its clock runs, in millionths.
    int drift;
    unsigned gap;
    uint64_t seed;
    int is_silent, is_heard;
    size_t mtu;
    struct answer answers[ANSWERS];
    int answer_count;
    struct music music;
    // What it has played and not yet sent, the oldest first.
    struct music played[PLAYED];
    int played_count;
} instrument = {.mtu = 23};

static unsigned word(const uint8_t *bytes) { return bytes[0] | bytes[1] << 8; }

static void answer(const uint8_t *bytes, size_t size) {
    if (instrument.answer_count == ANSWERS) fail("still-air: too many questions");
    struct answer *answer = &instrument.answers[instrument.answer_count++];
    memcpy(answer->bytes, bytes, size);
    answer->size = size;
}

static void refuse(uint8_t operation, unsigned handle, uint8_t error) {
    answer((uint8_t[]){ERROR, operation, (uint8_t)handle, (uint8_t)(handle >> 8), error}, 5);
}

static void begin_to_play(uint64_t at) {
    instrument.is_heard = 1;
    instrument.music = begin_music(instrument.seed++, instrument.gap, at);
    printf("ready %llu\n", (unsigned long long)at);
    fflush(stdout);
}

// Takes a question of a client. Its packets of MIDI are not looked at here.
static void hear_question(const uint8_t *pdu, size_t size, uint64_t at) {
    uint8_t operation = pdu[0];
    unsigned first = size >= 3 ? word(pdu + 1) : 0, last = size >= 5 ? word(pdu + 3) : first;
    switch (operation) {
    case ASK_MTU:
        instrument.mtu = first < MTU ? first : MTU;
        return answer((uint8_t[]){ASK_MTU + 1, MTU, 0}, 3);
    case FIND_BY_VALUE:
        if (size != 23 || first > SERVICE || word(pdu + 5) != PRIMARY || memcmp(pdu + 7, midi_service, 16) != 0) break;
        return answer((uint8_t[]){FIND_BY_VALUE + 1, SERVICE, 0, CONFIGURATION, 0}, 5);
    case READ_BY_TYPE:
        if (size != 7 || first > CHARACTERISTIC || last < CHARACTERISTIC || word(pdu + 5) != DECLARATION) break;
        uint8_t declaration[23] = {READ_BY_TYPE + 1, 21, CHARACTERISTIC, 0, PROPERTIES, VALUE, 0};
        memcpy(declaration + 7, midi_data, 16);
        return answer(declaration, sizeof declaration);
    case FIND_INFORMATION:
        if (first > CONFIGURATION || last < CONFIGURATION) break;
        return answer((uint8_t[]){FIND_INFORMATION + 1, 1, CONFIGURATION, 0, CLIENT_CONFIGURATION & 0xFF,
                                  CLIENT_CONFIGURATION >> 8}, 6);
    case READ:
        if (first != VALUE) break;
        return answer((uint8_t[]){READ + 1}, 1);
    case WRITE:
        if (first != CONFIGURATION) break;
        answer((uint8_t[]){WRITE + 1}, 1);
        return begin_to_play(at);
    default:
        if (!(operation & IS_COMMAND)) refuse(operation, 0, NOT_SUPPORTED);
        return;
    }
    refuse(operation, first, NOT_FOUND);
}

static void print_played(const char *what, const struct music *played, uint64_t sent) {
    printf("%s %llu %llu", what, (unsigned long long)played->at, (unsigned long long)sent);
    print_bytes(played->bytes, 3);
}

// Plays what the player has played up to now.
static void play_until(uint64_t at) {
    if (instrument.is_silent || !instrument.is_heard) return;
    for (; instrument.music.at <= at; next_message(&instrument.music)) {
        if (instrument.played_count == PLAYED) fail("still-air: too much waits");
        instrument.played[instrument.played_count++] = instrument.music;
    }
}

// Fills a notification with what waits, each message with its own stamp and status. Returns its size; 0: nothing waits.
static size_t next_notification(uint8_t *pdu, uint64_t at) {
    size_t size = 4;
    int taken = 0;
    unsigned high = 0;
    for (; taken < instrument.played_count && size + 4 <= instrument.mtu; taken++) {
        const struct music *played = &instrument.played[taken];
        uint64_t time = played->at + (int64_t)(played->at / 1000000) * instrument.drift;
        unsigned stamp = (unsigned)(time / MILLISECOND % TURN);
        if (taken == 0) high = stamp >> 7;
        // A packet of one upper part is simple to read.
        if (stamp >> 7 != high) break;
        pdu[size++] = (uint8_t)(0x80 | (stamp & 0x7F));
        memcpy(pdu + size, played->bytes, 3);
        size += 3;
        print_played("played", played, at);
    }
    if (taken == 0) return 0;
    instrument.played_count -= taken;
    memmove(instrument.played, instrument.played + taken, (size_t)instrument.played_count * sizeof *instrument.played);
    const uint8_t head[4] = {NOTIFY, VALUE, 0, (uint8_t)(0x80 | high)};
    memcpy(pdu, head, sizeof head);
    return size;
}

// Its link has ended: what waits is lost.
static void forget(uint64_t at) {
    for (int i = 0; i < instrument.played_count; i++) print_played("lost", &instrument.played[i], at);
    instrument.played_count = instrument.answer_count = instrument.is_heard = 0;
    instrument.mtu = 23;
}
