// latency [-l | -w] OUT IN SEED MESSAGES BURST [PID]: plays notes at one end of a box and stamps what comes out at the other.
//
// OUT and IN are the instruments' own sides: raw MIDI devices or serial lines. BURST notes go in one write, then their
// releases in the next, at intervals that seeded jitter keeps from beating with the frames of USB. A latency is from the
// write to the kernel's stamp at arrival. On a serial line every byte follows the one before at the pace of a wire, and a
// latency is from the last byte of a message to the first of its bytes that is read after that, by a thread above all
// others, when a wire would have carried what was read before it: what the wire takes for the rest is no doing of the box.
// With -l the raw MIDI devices are such lines too; there the kernel stamps. With -w they are UMP devices, and the notes are
// packets of MIDI 2.0; packets of other message types are not counted.
//
// Prints the latency of each message in nanoseconds, then a line of sums: messages, and those that came out wrong or not
// at all.
//
// The process PID, where there is one, is asked by SIGUSR1 what it has used of the processor: before all is played, after it,
// and after as long a peace. So what it does anyway, and what the asking costs, can be taken off exactly.
#define _GNU_SOURCE
#include "ports.h"
#include <pthread.h>
#include <signal.h>
#include <sound/asound.h>

// Nanoseconds: of a byte on a wire, and for all to come to rest.
enum { MOST = 65536, BYTE = 320000, REST = 20000000 };

// A message and when each of its bytes was on its way.
static struct {
    uint64_t at[3];
    uint8_t bytes[8];
} sent[MOST], heard[MOST];
static int sent_count, heard_count, filled;
static int in, is_line, is_terminal, has_words;
// Bytes of a message.
static int size = 3;
// When a wire would have carried all that was heard.
static uint64_t free_at;

static uint64_t state;

// All that is played are notes, so a message is three bytes, or two where the status of the one before goes on (the
// sequencer leaves it out). The first is a Note On, also where it has none of its own.
static void hear(const uint8_t *bytes, int count, uint64_t at) {
    static uint8_t status = 0x90;
    for (int i = 0; i < count && heard_count < MOST; i++) {
        if (is_line) {
            if (at < free_at) at = free_at;
            free_at = at + BYTE;
        }
        if (filled == 0) {
            if (bytes[i] & 0x80) status = bytes[i];
            heard[heard_count].at[0] = at;
            heard[heard_count].bytes[0] = status;
            filled = 1;
            if (bytes[i] & 0x80) continue;
        }
        heard[heard_count].at[filled] = at;
        heard[heard_count].bytes[filled] = bytes[i];
        filled = (filled + 1) % 3;
        if (filled == 0) heard_count++;
    }
}

// The notes among the packets of a UMP device: the message type is in the highest bits of the first word.
static void hear_words(const uint8_t *bytes, int count, uint64_t at) {
    static const int sizes[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
    static uint32_t packet[4];
    static uint64_t came;
    for (int i = 0; i < count && heard_count < MOST; i++) {
        if (filled == 0) came = at;
        ((uint8_t *)packet)[filled++] = bytes[i];
        if (filled < 4 || filled < 4 * sizes[packet[0] >> 28]) continue;
        filled = 0;
        if (packet[0] >> 28 != 4) continue;
        for (int byte = 0; byte < 3; byte++) heard[heard_count].at[byte] = came;
        memcpy(heard[heard_count++].bytes, packet, 8);
    }
}

// Each packet of a raw device with the time at which the kernel had it, and never a wake for it.
static void frame(void) {
    int version = SNDRV_RAWMIDI_VERSION;
    struct snd_rawmidi_params params = {
        .stream = SNDRV_RAWMIDI_STREAM_INPUT, .buffer_size = 1 << 19, .avail_min = 1,
        .mode = SNDRV_RAWMIDI_MODE_FRAMING_TSTAMP | SNDRV_RAWMIDI_MODE_CLOCK_MONOTONIC};
    if (ioctl(in, SNDRV_RAWMIDI_IOCTL_USER_PVERSION, &version) < 0 ||
        ioctl(in, SNDRV_RAWMIDI_IOCTL_PARAMS, &params) < 0) fail("stamping");
}

static void collect(void) {
    static struct snd_rawmidi_framing_tstamp frames[128];
    ssize_t got;
    while ((got = read(in, frames, sizeof frames)) > 0) {
        for (size_t i = 0; i < (size_t)got / sizeof *frames; i++) {
            uint64_t at = frames[i].tv_sec * 1000000000u + frames[i].tv_nsec;
            (has_words ? hear_words : hear)(frames[i].data, frames[i].length, at);
        }
    }
}

static void *listen_to_line(void *unused) {
    (void)unused;
    uint8_t bytes[256];
    schedule(45, 0);
    for (;;) {
        ssize_t got = read(in, bytes, sizeof bytes);
        if (got <= 0) fail("reading");
        hear(bytes, (int)got, now());
    }
}

static void play(int out, const uint8_t *bytes, int count) {
    uint64_t at = now();
    if (!is_line && write(out, bytes, (size_t)count) != count) fail("writing");
    for (int i = 0; i < count; i++) {
        if (is_line) {
            sleep_until(at += BYTE);
            // Whoever wakes late plays late.
            at = now();
            if (write(out, bytes + i, 1) != 1) fail("writing");
        }
        if (i % size < size - 1) continue;
        memcpy(sent[sent_count].bytes, bytes + i + 1 - size, (size_t)size);
        sent[sent_count++].at[2] = at;
    }
}

// The note of a number, as bytes or as a packet with a velocity of 16 bits. Returns the bytes.
static int note(uint8_t *bytes, int number, int offset) {
    int is_release = number % 2, key = (number / 2 + offset * 7) % 128, velocity = 1 + number % 127;
    if (has_words) {
        uint32_t packet[2] = {0x40900000u - (uint32_t)is_release * 0x100000 + (uint32_t)key * 256,
                              (uint32_t)(velocity * 517) << 16};
        memcpy(bytes, packet, 8);
    } else {
        bytes[0] = is_release ? 0x80 : 0x90;
        bytes[1] = (uint8_t)key;
        bytes[2] = (uint8_t)velocity;
    }
    return size;
}

int main(int count, char **words) {
    is_line = count > 1 && strcmp(words[1], "-l") == 0;
    has_words = count > 1 && strcmp(words[1], "-w") == 0;
    if (has_words) size = 8;
    int options = is_line || has_words;
    words += options;
    if (count < 6 + options) fail("usage: latency [-l | -w] OUT IN SEED MESSAGES BURST [PID]");
    pid_t asked = count > 6 + options ? atoi(words[6]) : 0;
    int out = open_port(words[1], O_WRONLY);
    struct termios2 t;
    is_terminal = ioctl(out, TCGETS2, &t) == 0;
    is_line |= is_terminal;
    in = open_port(words[2], is_terminal ? O_RDONLY : O_RDONLY | O_NONBLOCK);
    state = strtoull(words[3], NULL, 0);
    int messages = atoi(words[4]), burst = atoi(words[5]);
    if (messages > MOST || burst > 16) fail("too many");
    pthread_t listener;
    if (!is_terminal) frame();
    else if (pthread_create(&listener, NULL, listen_to_line, NULL) != 0) fail("thread");
    schedule(30, 0);

    uint64_t began = now(), at = began + REST;
    if (asked) kill(asked, SIGUSR1);
    sleep_until(at);
    uint8_t bytes[128];
    for (int done = 0; done < messages; done += burst) {
        int filled_bytes = 0;
        for (int i = 0; i < burst; i++) filled_bytes += note(bytes + filled_bytes, done / burst, i);
        play(out, bytes, filled_bytes);
        at = now() + (burst == 1 ? 1500000u : 5000000u) + chance(&state, 2000000);
        if (!is_terminal) collect();
        sleep_until(at);
    }
    sleep_until(at + REST);
    if (asked) {
        uint64_t ended = now();
        kill(asked, SIGUSR1);
        sleep_until(ended + (ended - began));
        kill(asked, SIGUSR1);
    }
    if (!is_terminal) collect();

    int wrong = 0;
    for (int i = 0; i < sent_count && i < heard_count; i++) {
        uint64_t begin = sent[i].at[2], *first = heard[i].at;
        while (first < heard[i].at + 2 && *first < begin) first++;
        if (memcmp(sent[i].bytes, heard[i].bytes, (size_t)size) != 0) wrong++;
        else printf("%lld\n", (long long)(*first - begin));
    }
    printf("messages %d wrong %d\n", sent_count, wrong + abs(sent_count - heard_count));
    return 0;
}
