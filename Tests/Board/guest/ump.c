// ump: one end of a UMP device, for the tests of MIDI 2.0.
//
// ump info DEVICE         prints what the kernel knows of the endpoint and of each function block
// ump send DEVICE WORD…   sends packets, as hexadecimal words; a word +N waits N milliseconds
// ump hear DEVICE FILE    appends each packet that arrives to a file, a line of words each
// ump answer DEVICE FILE SELF  the same, for a gadget whose kernel leaves stream messages to it (process_ump 0)
//
// `answer` remembers the notifications in the file SELF, a line of words each. It sends them only when it is asked: the
// kernel of the other side asks for one block after another, and may take a block that it did not ask for for the one
// that it waits for. It sends the lines of words that stand in its input, and remembers those that are notifications.
// It answers Endpoint and Function Block Discovery with what it remembers, and accepts a Stream Configuration Request
// for a protocol that its Endpoint Info has.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Of <sound/asound.h>, which has them from Linux 6.5 on.
struct endpoint_info {
    int card, device;
    unsigned flags, capabilities, protocol, blocks;
    unsigned short version, family, model;
    unsigned manufacturer;
    unsigned char revision[4];
    unsigned short padding;
    unsigned char name[128], product_id[128], reserved[32];
} __attribute__((packed));
struct block_info {
    int card, device;
    unsigned char id, direction, active, first_group, groups, ci_version, sysex8_streams, hint;
    unsigned flags;
    unsigned char name[128], reserved[32];
} __attribute__((packed));
// Requests of a card's control device, because the UMP device may be in use.
#define ENDPOINT_INFO _IOWR('U', 0x44, struct endpoint_info)
#define BLOCK_INFO _IOWR('U', 0x45, struct block_info)

// Words of a packet by message type; stream messages have type 15 and their status in bits 16...25 of the first word.
static const int sizes[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
enum { STREAM = 15 };
enum { DISCOVERY = 0x00, INFO = 0x01, REQUEST = 0x05, CONFIGURATION = 0x06 };
enum { BLOCKS = 0x10, BLOCK = 0x11, BLOCK_NAME = 0x12 };
static int status(const uint32_t *packet) { return packet[0] >> 28 == STREAM ? (int)(packet[0] >> 16 & 0x3FF) : -1; }

static uint32_t memory[256][4];
static int remembered, device;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static void put(const uint32_t *words, int count) {
    if (write(device, words, (size_t)count * 4) != count * 4) fail("writing");
}

static int info(const char *path) {
    int card, number;
    char control[32];
    if (sscanf(path, "/dev/snd/umpC%dD%d", &card, &number) < 2) fail(path);
    snprintf(control, sizeof control, "/dev/snd/controlC%d", card);
    device = open(control, O_RDONLY);
    struct endpoint_info e = {.device = number};
    if (ioctl(device, ENDPOINT_INFO, &e) < 0) fail("endpoint");
    printf("endpoint '%s' product '%s' version %x capabilities %x protocol %x flags %x blocks %u\n", e.name, e.product_id,
           e.version, e.capabilities, e.protocol, e.flags, e.blocks);
    printf("manufacturer %06x family %04x model %04x revision %02x%02x%02x%02x\n", e.manufacturer, e.family, e.model,
           e.revision[0], e.revision[1], e.revision[2], e.revision[3]);
    for (unsigned i = 0; i < e.blocks; i++) {
        struct block_info b = {.device = number, .id = (unsigned char)i};
        if (ioctl(device, BLOCK_INFO, &b) < 0) continue;
        printf("block %d '%s' direction %d active %d groups %d+%d midi1 %d ci %d sysex8 %d hint %d\n", b.id, b.name,
               b.direction, b.active, b.first_group, b.groups, b.flags & 3, b.ci_version, b.sysex8_streams, b.hint);
    }
    return 0;
}

// A name takes several packets of one status and block. The first of them replaces what was remembered.
static void remember(const uint32_t *packet) {
    int is_of_block = status(packet) >= BLOCK, form = packet[0] >> 26 & 3;
    uint32_t kept = 0x03FF0000 | (is_of_block ? 0x7F00 : 0);
    if (form < 2) {
        int left = 0;
        for (int i = 0; i < remembered; i++) {
            if (((memory[i][0] ^ packet[0]) & kept) != 0) memcpy(memory[left++], memory[i], 16);
        }
        remembered = left;
    }
    if (remembered < 256) memcpy(memory[remembered++], packet, 16);
}

static void tell(int of, int block) {
    for (int i = 0; i < remembered; i++) {
        int number = memory[i][0] >> 8 & 0x7F;
        if (status(memory[i]) == of && (block < 0 || block == 0xFF || block == number)) put(memory[i], 4);
    }
}

static void answer(const uint32_t *packet) {
    int block = packet[0] >> 8 & 0xFF;
    switch (status(packet)) {
    case DISCOVERY:
        // Of the filter, bit 0 asks for the info, 1 the identity, 2 the name, 3 the product instance id, 4 the
        // configuration.
        for (int bit = 0; bit < 5; bit++) {
            if (packet[1] >> bit & 1) tell(bit < 4 ? INFO + bit : CONFIGURATION, -1);
        }
        break;
    case REQUEST:
        for (int i = 0; i < remembered; i++) {
            uint32_t asked = packet[0] >> 8 & 3;
            if (status(memory[i]) != INFO || (memory[i][1] >> 8 & asked) == 0) continue;
            uint32_t now[4] = {0xF0000000 | CONFIGURATION << 16 | asked << 8};
            remember(now);
            break;
        }
        tell(CONFIGURATION, -1);
        break;
    case BLOCKS:
        if (packet[0] & 1) tell(BLOCK, block);
        if (packet[0] & 2) tell(BLOCK_NAME, block);
        break;
    }
}

// Reads what has arrived, and writes its packets to a file.
static void hear(FILE *file, int answers) {
    static uint32_t packet[4];
    static int filled;
    uint32_t words[256];
    ssize_t got = read(device, words, sizeof words);
    if (got <= 0) exit(got < 0 && errno != ENODEV);
    for (ssize_t i = 0; i < got / 4; i++) {
        packet[filled++] = words[i];
        if (filled < sizes[packet[0] >> 28]) continue;
        for (int w = 0; w < filled; w++) fprintf(file, "%08X%c", packet[w], w + 1 < filled ? ' ' : '\n');
        if (answers) answer(packet);
        filled = 0;
    }
    fflush(file);
}

// One line of words from a test.
static void obey(char *line, int sends) {
    uint32_t words[256];
    int count = 0;
    for (char *word = strtok(line, " \n"); word && count < 256; word = strtok(NULL, " \n")) {
        words[count++] = (uint32_t)strtoul(word, NULL, 16);
    }
    for (int at = 0; at < count; at += sizes[words[at] >> 28]) {
        if (status(words + at) > 0) remember(words + at);
    }
    if (sends) put(words, count);
}

// What the instrument is.
static void read_self(const char *path) {
    char line[4096];
    FILE *self = path ? fopen(path, "r") : NULL;
    if (!self) fail("SELF");
    while (fgets(line, sizeof line, self)) obey(line, 0);
    fclose(self);
}

static void send_words(char **words) {
    uint32_t packet[4];
    int filled = 0;
    for (; *words; words++) {
        if (**words == '+') {
            usleep((useconds_t)atoi(*words + 1) * 1000);
            continue;
        }
        packet[filled++] = (uint32_t)strtoul(*words, NULL, 16);
        if (filled < sizes[packet[0] >> 28]) continue;
        put(packet, filled);
        filled = 0;
    }
    // A device that is closed drops what the wire has not carried. Linux has no drain for raw MIDI but this request.
    int output = 0;
    if (ioctl(device, _IOW('W', 0x31, int), &output) < 0) fail("draining");
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int listens = strcmp(words[1], "send") != 0, answers = strcmp(words[1], "answer") == 0;
    if (strcmp(words[1], "info") == 0) return info(words[2]);
    device = open(words[2], answers ? O_RDWR : listens ? O_RDONLY : O_WRONLY);
    if (device < 0) fail(words[2]);
    if (!listens) return send_words(words + 3), 0;
    FILE *file = count > 3 ? fopen(words[3], "a") : NULL, *input = answers ? stdin : NULL;
    if (!file) fail("FILE");
    if (answers) read_self(words[4]);
    struct pollfd ends[2] = {{.fd = device, .events = POLLIN}, {.fd = input ? 0 : -1, .events = POLLIN}};
    if (input) setvbuf(input, NULL, _IONBF, 0);
    char line[4096];
    while (poll(ends, 2, -1) >= 0) {
        if (ends[1].revents && fgets(line, sizeof line, input)) obey(line, 1);
        else if (ends[1].revents) ends[1].fd = -1;
        if (ends[0].revents) hear(file, answers);
    }
    fail("poll");
}
