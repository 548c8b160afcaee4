// load OUT SEED TICKS MODE IN…: loads a box while its clock runs, and hears what comes out at the instruments' own sides
// IN: raw MIDI devices by the kernel's stamps at arrival, serial lines by a thread above all others, as a wire of 31250
// baud would then carry the bytes one after the other. It ends when the first IN has heard that many ticks and, all keys
// released, nothing but ticks comes any more.
//
// MODE wire: dumps and notes as fast as a DIN wire carries them. MODE flood: notes and controllers at the full rate of
// the device, in portions that come to twice what a DIN wire carries.
//
// Prints for each IN a line `IN ticks N on N off N stuck N left N controllers N last N missed N`: note-ons, note-offs,
// note-ons of notes that sounded, notes that sound at the end, controllers, the last value of the one that was played last,
// and the bytes that this program read too late; then the time of each tick in nanoseconds. First a line `played bytes N on N off N controllers N last N`.
#define _GNU_SOURCE
#include "ports.h"
#include <pthread.h>
#include <sound/asound.h>

enum { MOST = 131072, INS = 4, BYTE = 320000, PORTION = 30000 };

static struct ear {
    const char *name;
    int fd, is_line, status, count, stuck, on, off, controllers, last;
    uint8_t data[2], sounding[16][128];
    volatile int ticks;
    volatile uint64_t heard_at;
    uint64_t free_at;
    uint64_t tick[MOST];
} ears[INS];
static int ears_count;
static volatile int is_over;

static uint64_t state;

static void hear_message(struct ear *ear) {
    uint8_t *sounds = &ear->sounding[ear->status & 15][ear->data[0]];
    switch (ear->status & 0xF0) {
    case 0x90:
        ear->on++;
        ear->stuck += *sounds;
        *sounds = 1;
        break;
    case 0x80:
        ear->off++;
        *sounds = 0;
        break;
    default:
        ear->controllers++;
        if (ear->status == 0xB0 && ear->data[0] == 1) ear->last = ear->data[1];
    }
}

static void hear_byte(struct ear *ear, uint8_t byte, uint64_t at) {
    if (byte >= 0xF8) {
        if (byte == 0xF8 && ear->ticks < MOST) ear->tick[ear->ticks++] = at;
        return;
    }
    ear->heard_at = at;
    if (byte & 0x80) {
        ear->status = byte;
        ear->count = 0;
    } else if (ear->status < 0xF0) {
        ear->data[ear->count++] = byte;
        if (ear->count == 2) {
            ear->count = 0;
            hear_message(ear);
        }
    }
}

static void hear(struct ear *ear, const uint8_t *bytes, int count, uint64_t at) {
    for (int i = 0; i < count && !is_over; i++) {
        uint64_t begins = at > ear->free_at ? at : ear->free_at;
        if (ear->is_line) ear->free_at = begins + BYTE;
        hear_byte(ear, bytes[i], begins);
    }
}

// Takes what the raw devices have, before their buffers are full.
static void *collect(void *unused) {
    static struct snd_rawmidi_framing_tstamp frames[128];
    ssize_t got;
    (void)unused;
    schedule(20, 0);
    for (uint64_t at = now();; sleep_until(at += 20000000u)) {
        for (struct ear *ear = ears; ear < ears + ears_count; ear++) {
            while (!ear->is_line && (got = read(ear->fd, frames, sizeof frames)) > 0) {
                for (size_t i = 0; i < (size_t)got / sizeof *frames; i++) {
                    hear(ear, frames[i].data, frames[i].length, frames[i].tv_sec * 1000000000u + frames[i].tv_nsec);
                }
            }
        }
    }
}

static void *listen_to_line(void *context) {
    struct ear *ear = context;
    uint8_t bytes[256];
    schedule(45, 0);
    for (;;) {
        ssize_t got = read(ear->fd, bytes, sizeof bytes);
        if (got <= 0) fail("reading");
        hear(ear, bytes, (int)got, now());
    }
}

static void open_ear(struct ear *ear, const char *path) {
    struct termios2 t;
    int version = SNDRV_RAWMIDI_VERSION;
    struct snd_rawmidi_params params = {
        .stream = SNDRV_RAWMIDI_STREAM_INPUT, .buffer_size = 1 << 19, .avail_min = 1,
        .mode = SNDRV_RAWMIDI_MODE_FRAMING_TSTAMP | SNDRV_RAWMIDI_MODE_CLOCK_MONOTONIC};
    ear->name = path;
    ear->fd = open_port(path, O_RDONLY | O_NONBLOCK);
    ear->is_line = ioctl(ear->fd, TCGETS2, &t) == 0;
    if (ear->is_line) {
        pthread_t listener;
        fcntl(ear->fd, F_SETFL, 0);
        if (pthread_create(&listener, NULL, listen_to_line, ear) != 0) fail("thread");
    } else if (ioctl(ear->fd, SNDRV_RAWMIDI_IOCTL_USER_PVERSION, &version) < 0 ||
               ioctl(ear->fd, SNDRV_RAWMIDI_IOCTL_PARAMS, &params) < 0) {
        fail("stamping");
    }
}

static int out;
static unsigned long played;
static int on, off, controllers, last;
static uint8_t down[16][128];
static uint8_t bytes[PORTION + 64];
static int length;

static void add(uint8_t status, uint8_t first, uint8_t second) {
    bytes[length++] = status;
    bytes[length++] = first;
    bytes[length++] = second;
}

static void add_key(int channel, int key) {
    uint8_t *is_down = &down[channel][key];
    if (*is_down) off++;
    else on++;
    add((uint8_t)((*is_down ? 0x80 : 0x90) | channel), (uint8_t)key, 64);
    *is_down = !*is_down;
}

static void add_dump(void) {
    bytes[length++] = 0xF0;
    for (int more = 2 + (int)chance(&state, 196); more > 0; more--) bytes[length++] = (uint8_t)chance(&state, 128);
    bytes[length++] = 0xF7;
}

static void write_all(void) {
    for (int at = 0; at < length;) {
        ssize_t put = write(out, bytes + at, (size_t)(length - at));
        if (put < 0) fail("writing");
        at += (int)put;
    }
    played += (unsigned long)length;
}

// What found no room in the buffer of an ear; the kernel begins anew with each question.
static unsigned long missed(struct ear *ear) {
    struct snd_rawmidi_status status = {.stream = SNDRV_RAWMIDI_STREAM_INPUT};
    struct serial_icounter_struct line;
    if (ear->is_line) return ioctl(ear->fd, TIOCGICOUNT, &line) < 0 ? 0 : (unsigned long)(line.overrun + line.buf_overrun);
    if (ioctl(ear->fd, SNDRV_RAWMIDI_IOCTL_STATUS, &status) < 0) fail("status");
    return status.xruns;
}

int main(int count, char **words) {
    if (count < 6 || count > 5 + INS) fail("usage: load OUT SEED TICKS MODE IN…");
    // Before anybody listens: it takes milliseconds.
    if (mlockall(MCL_CURRENT | MCL_FUTURE) < 0) fail("mlockall");
    out = open_port(words[1], O_WRONLY);
    state = strtoull(words[2], NULL, 0);
    int ticks = atoi(words[3]), is_flood = strcmp(words[4], "flood") == 0;
    ears_count = count - 5;
    for (int i = 0; i < ears_count; i++) open_ear(&ears[i], words[5 + i]);
    pthread_t collector;
    if (pthread_create(&collector, NULL, collect, NULL) != 0) fail("thread");
    // At the lowest ordinary priority: the workers that bring what the ears hear must not wait for this.
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    if (sched_setaffinity(0, sizeof first, &first) < 0 || nice(19) < 0) fail("starting");

    uint64_t at = now();
    while (ears[0].ticks < ticks) {
        length = 0;
        if (is_flood) {
            while (length < PORTION) {
                if (chance(&state, 2)) {
                    add_key((int)chance(&state, 4), (int)chance(&state, 128));
                } else {
                    controllers++;
                    add(0xB0, 1, (uint8_t)(last = (int)chance(&state, 128)));
                }
            }
        } else if (chance(&state, 2)) {
            add_dump();
        } else {
            for (int notes = 1 + (int)chance(&state, 24); notes > 0; notes--) add_key(0, (int)chance(&state, 128));
        }
        write_all();
        at += is_flood ? (uint64_t)length * BYTE / 2 : (uint64_t)length * BYTE * 11 / 10;
        sleep_until(at);
    }
    length = 0;
    for (int channel = 0; channel < 16; channel++) {
        for (int key = 0; key < 128; key++) {
            if (down[channel][key]) add_key(channel, key);
        }
    }
    write_all();
    int is_quiet;
    do {
        is_quiet = 1;
        sleep_until(at = now() + 1000000000u);
        for (int i = 0; i < ears_count; i++) is_quiet &= ears[i].heard_at + 2000000000u < at;
    } while (!is_quiet);

    is_over = 1;
    printf("played bytes %lu on %d off %d controllers %d last %d\n", played, on, off, controllers, last);
    for (struct ear *ear = ears; ear < ears + ears_count; ear++) {
        int left = 0;
        for (int i = 0; i < 16 * 128; i++) left += ear->sounding[i / 128][i % 128];
        printf("%s ticks %d on %d off %d stuck %d left %d controllers %d last %d missed %lu\n", ear->name, ear->ticks,
               ear->on, ear->off, ear->stuck, left, ear->controllers, ear->last, missed(ear));
        for (int tick = 0; tick < ear->ticks; tick++) printf("%llu\n", (unsigned long long)ear->tick[tick]);
    }
    return 0;
}
