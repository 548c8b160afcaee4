// latency [-l] OUT IN SEED MESSAGES BURST [PID]: plays notes at one end of a box and stamps what comes out at the other.
//
// OUT and IN are the instruments' own sides: raw MIDI devices or serial lines. BURST notes go in one write, then their
// releases in the next, at intervals that seeded jitter keeps from beating with the frames of USB. A latency is from the
// write to the kernel's stamp at arrival. On a serial line every byte follows the one before at the pace of a wire, and a
// latency is from the last byte of a message to the first of its bytes that is read after that, by a thread above all
// others, when a wire would have carried what was read before it: what the wire takes for the rest is no doing of the box.
// With -l the raw MIDI devices are such lines too; there the kernel stamps.
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
    uint8_t bytes[3];
} sent[MOST], heard[MOST];
static int sent_count, heard_count, filled;
static int in, is_line, is_terminal;
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
            hear(frames[i].data, frames[i].length, frames[i].tv_sec * 1000000000u + frames[i].tv_nsec);
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
        if (i % 3 < 2) continue;
        memcpy(sent[sent_count].bytes, bytes + i - 2, 3);
        sent[sent_count++].at[2] = at;
    }
}

int main(int count, char **words) {
    is_line = count > 1 && strcmp(words[1], "-l") == 0;
    words += is_line;
    if (count < 6 + is_line) fail("usage: latency [-l] OUT IN SEED MESSAGES BURST [PID]");
    pid_t asked = count > 6 + is_line ? atoi(words[6]) : 0;
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
    uint8_t bytes[48];
    for (int done = 0; done < messages; done += burst) {
        int is_release = done / burst % 2;
        for (int i = 0; i < burst; i++) {
            bytes[3 * i] = is_release ? 0x80 : 0x90;
            bytes[3 * i + 1] = (uint8_t)((done / burst / 2 + i * 7) % 128);
            bytes[3 * i + 2] = (uint8_t)(1 + done / burst % 127);
        }
        play(out, bytes, 3 * burst);
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
        if (memcmp(sent[i].bytes, heard[i].bytes, 3) != 0) wrong++;
        else printf("%lld\n", (long long)(*first - begin));
    }
    printf("messages %d wrong %d\n", sent_count, wrong + abs(sent_count - heard_count));
    return 0;
}
