// inquire DEVICE: a computer behind a UMP device that asks the box for its list of programs by MIDI-CI (M2-101-UM,
// M2-103-UM) again as soon as it has it, on group 1. Prints a line of sums for each list.
#define _GNU_SOURCE
#include "ports.h"

enum { MUID = 0x1234567, BROADCAST = 0xFFFFFFF, DISCOVERY = 0x70, DISCOVERY_REPLY = 0x71, GET = 0x34, GET_REPLY = 0x35 };
static const char resource[] = "{\"resource\":\"ProgramList\"}";
static int device;

static int put_number(uint8_t *to, uint32_t number, int count) {
    for (int i = 0; i < count; i++) to[i] = number >> 7 * i & 0x7F;
    return count;
}

static uint32_t number(const uint8_t *from, int count) {
    uint32_t value = 0;
    for (int i = count; i-- > 0;) value = value << 7 | from[i];
    return value;
}

// Sends a message of MIDI-CI as packets of up to six bytes. Their form is 0 for a whole message, 1 for its beginning,
// 2 for the middle, 3 for the end.
static void send_message(int kind, uint32_t to, const uint8_t *body, int size) {
    uint8_t bytes[512] = {0x7E, 0x7F, 0x0D, (uint8_t)kind, 2};
    int count = 5;
    count += put_number(bytes + count, MUID, 4);
    count += put_number(bytes + count, to, 4);
    memcpy(bytes + count, body, (size_t)size);
    count += size;
    uint32_t words[256];
    int filled = 0;
    for (int at = 0; at < count; at += 6) {
        int piece = count - at < 6 ? count - at : 6, ends = at + piece == count;
        uint32_t form = at == 0 ? (ends ? 0 : 1) : ends ? 3 : 2;
        uint8_t data[6] = {0};
        memcpy(data, bytes + at, (size_t)piece);
        words[filled++] = 0x30000000 | form << 20 | (uint32_t)piece << 16 | (uint32_t)data[0] << 8 | data[1];
        words[filled++] = (uint32_t)data[2] << 24 | (uint32_t)data[3] << 16 | (uint32_t)data[4] << 8 | data[5];
    }
    if (write(device, words, (size_t)filled * 4) != filled * 4) fail("writing");
}

// Reads until a message of this kind for this program has come. Returns its bytes, without F0 and F7.
static int await(int kind, uint8_t *message, int room) {
    static const int sizes[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
    static uint32_t packet[4];
    static int filled;
    int count = 0;
    for (;;) {
        uint32_t word;
        if (read(device, &word, 4) != 4) fail("reading");
        packet[filled++] = word;
        if (filled < sizes[packet[0] >> 28]) continue;
        filled = 0;
        if (packet[0] >> 28 != 3) continue;
        int form = packet[0] >> 20 & 15, piece = packet[0] >> 16 & 15;
        if (form < 2) count = 0;
        for (int i = 0; i < piece && count < room; i++) {
            message[count++] = (uint8_t)(i < 2 ? packet[0] >> (8 - 8 * i) : packet[1] >> (40 - 8 * i));
        }
        if (form != 0 && form != 3) continue;
        if (count >= 13 && message[2] == 0x0D && message[3] == kind && number(message + 9, 4) == MUID) return count;
    }
}

int main(int count, char **words) {
    if (count < 2) return 2;
    device = open_port(words[1], O_RDWR);
    static uint8_t message[4096];
    const uint8_t identity[] = {0x7D, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0x0C, 0, 4, 0, 0, 0};
    send_message(DISCOVERY, BROADCAST, identity, sizeof identity);
    await(DISCOVERY_REPLY, message, sizeof message);
    uint32_t box = number(message + 5, 4);
    unsigned long lists = 0, chunks = 0, bytes = 0;
    for (uint8_t request = 0;; request = (request + 1) & 0x7F) {
        uint8_t body[64] = {request};
        int filled = 1 + put_number(body + 1, sizeof resource - 1, 2);
        memcpy(body + filled, resource, sizeof resource - 1);
        filled += (int)sizeof resource - 1;
        filled += put_number(body + filled, 1, 2);
        filled += put_number(body + filled, 1, 2);
        filled += put_number(body + filled, 0, 2);
        send_message(GET, box, body, filled);
        for (;;) {
            int size = await(GET_REPLY, message, sizeof message);
            uint32_t header = number(message + 14, 2);
            const uint8_t *rest = message + 16 + header;
            if (message[13] != request || rest + 6 > message + size) continue;
            chunks++;
            bytes += number(rest + 4, 2);
            if (number(rest, 2) == number(rest + 2, 2)) break;
        }
        printf("lists %lu chunks %lu bytes %lu\n", ++lists, chunks, bytes);
        fflush(stdout);
    }
}
