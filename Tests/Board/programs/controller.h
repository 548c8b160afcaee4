// The controller of `still-air`: what a radio of Bluetooth 4.2 answers to the kernel (Core, Vol 4, Part E), by H4. It
// finds one instrument, and links to it.
#pragma once
#include "instrument.h"

enum {
    // H4's kinds of packets.
    COMMAND = 1, DATA, AUDIO, EVENT,
    // Events.
    DISCONNECTED = 0x05, REMOTE_VERSION = 0x0C, COMPLETE = 0x0E, STATUS = 0x0F, PASSED = 0x13, LOW_ENERGY = 0x3E,
    CONNECTED = 0x01, REPORT, UPDATED, REMOTE_FEATURES,
    SUCCESS = 0, TIMED_OUT = 0x08, ENDED_HERE = 0x16, NO_CONNECTION = 0x02,
    HANDLE = 0x40, BUFFERS = 8, BUFFER = 251, AN_EVENT = 4, ATT_CHANNEL = 4,
};
static const uint64_t interval_unit = 1250000, timeout_unit = 10000000;
static const uint8_t own_address[6] = {1, 0, 0, 0xC6, 0xC5, 0xC4};

struct packet {
    uint8_t bytes[BUFFER];
    size_t size;
    uint64_t came;
};

static struct controller {
    int line;
    const char *name;
    uint8_t peer[6];
    int scans, is_active, is_filtered, is_listed, is_reported, connects, is_linked;
    // In the units of the controller.
    unsigned interval, timeout, new_interval, new_timeout;
    struct packet packets[BUFFERS];
    int packet_count;
} controller;

// Sends a whole packet of H4 to the kernel.
static void tell(const uint8_t *bytes, size_t size) {
    if (write(controller.line, bytes, size) != (ssize_t)size) fail("still-air: telling the kernel");
}

static void tell_event(uint8_t event, const uint8_t *bytes, size_t size) {
    uint8_t packet[3 + 255] = {EVENT, event, (uint8_t)size};
    memcpy(packet + 3, bytes, size);
    tell(packet, 3 + size);
}

#define TELL(event, ...) tell_event(event, (uint8_t[]){__VA_ARGS__}, sizeof(uint8_t[]){__VA_ARGS__})

static void complete(unsigned command, const uint8_t *values, size_t size) {
    uint8_t bytes[4 + 248] = {1, (uint8_t)command, (uint8_t)(command >> 8), SUCCESS};
    memcpy(bytes + 4, values, size);
    tell_event(COMPLETE, bytes, 4 + size);
}

static void accept(unsigned command) { TELL(STATUS, SUCCESS, 1, (uint8_t)command, (uint8_t)(command >> 8)); }

// Tells that a connection is made, or that it is not.
static void tell_connected(uint8_t status) {
    unsigned interval = controller.interval, timeout = controller.timeout;
    const uint8_t *peer = controller.peer;
    TELL(LOW_ENERGY, CONNECTED, status, HANDLE, 0, 0, 1, peer[0], peer[1], peer[2], peer[3], peer[4], peer[5],
         (uint8_t)interval, (uint8_t)(interval >> 8), 0, 0, (uint8_t)timeout, (uint8_t)(timeout >> 8), 0);
}

static void unlink_instrument(uint8_t reason, uint64_t at) {
    controller.is_linked = controller.packet_count = controller.new_interval = 0;
    forget(at);
    printf("gone %llu\n", (unsigned long long)at);
    TELL(DISCONNECTED, SUCCESS, HANDLE, 0, reason);
}

static void reset(uint64_t at) {
    controller.scans = controller.connects = controller.is_listed = 0;
    controller.is_linked = controller.packet_count = controller.new_interval = 0;
    forget(at);
}

// The parameters of a command, at least as many as the standard says.
static void take_command(unsigned command, const uint8_t *values, uint64_t at) {
    // Version 4.2; all commands of Low Energy up to encryption, no BR/EDR, encryption, all roles at once.
    static const uint8_t version[8] = {8, 0, 0, 8, 0xFF, 0xFF, 0, 0};
    static const uint8_t states[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    static const uint8_t commands[64] = {[25] = 0xF7, [26] = 0xFF, [27] = 0xFF, [28] = 0x0F};
    static const uint8_t features[8] = {[4] = 0x60}, low_energy_features[8] = {1}, buffers[3] = {BUFFER, 0, BUFFERS};
    static const uint8_t list_size[1] = {8}, power[1] = {0};
    switch (command) {
    case 0x0C03: reset(at); break;
    case 0x1001: return complete(command, version, sizeof version);
    case 0x1002: return complete(command, commands, sizeof commands);
    case 0x1003: return complete(command, features, sizeof features);
    case 0x1009: return complete(command, own_address, sizeof own_address);
    case 0x2002: return complete(command, buffers, sizeof buffers);
    case 0x2003: return complete(command, low_energy_features, sizeof low_energy_features);
    case 0x2007: return complete(command, power, sizeof power);
    case 0x200F: return complete(command, list_size, sizeof list_size);
    case 0x201C: return complete(command, states, sizeof states);
    // Scan parameters, scan enable, the list of those who are looked for.
    case 0x200B:
        controller.is_active = values[0];
        controller.is_filtered = values[6] & 1;
        break;
    case 0x200C:
        controller.scans = values[0];
        controller.is_reported = 0;
        break;
    case 0x2010: controller.is_listed = 0; break;
    case 0x2011: controller.is_listed |= memcmp(values + 1, controller.peer, 6) == 0; break;
    case 0x2012: controller.is_listed &= memcmp(values + 1, controller.peer, 6) != 0; break;
    // Create Connection and its end. Of the intervals that are allowed, it takes the longest.
    case 0x200D:
        controller.connects = values[4] ? controller.is_listed : memcmp(values + 6, controller.peer, 6) == 0;
        controller.interval = word(values + 15);
        controller.timeout = word(values + 19);
        return accept(command);
    case 0x200E:
        complete(command, NULL, 0);
        controller.connects = 0;
        return tell_connected(NO_CONNECTION);
    case 0x0406:
        accept(command);
        if (controller.is_linked) unlink_instrument(ENDED_HERE, at);
        return;
    case 0x2013:
        controller.new_interval = word(values + 4);
        controller.new_timeout = word(values + 8);
        return accept(command);
    case 0x2016:
        accept(command);
        return TELL(LOW_ENERGY, REMOTE_FEATURES, SUCCESS, HANDLE, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    case 0x041D:
        accept(command);
        return TELL(REMOTE_VERSION, SUCCESS, HANDLE, 0, 8, 0xFF, 0xFF, 0, 0);
    }
    complete(command, NULL, 0);
}

static void take_data(const uint8_t *bytes, size_t size, uint64_t at) {
    if (!controller.is_linked) return;
    if (controller.packet_count == BUFFERS || size > BUFFER) fail("still-air: more than the buffers hold");
    struct packet *packet = &controller.packets[controller.packet_count++];
    memcpy(packet->bytes, bytes, size);
    packet->size = size;
    packet->came = at;
}

// The instrument advertises: the service, and its name if it is asked.
static void advertise(void) {
    const uint8_t *peer = controller.peer;
    uint8_t report[12 + 31] = {REPORT, 1, 0, 1, peer[0], peer[1], peer[2], peer[3], peer[4], peer[5]};
    if (controller.connects) {
        controller.connects = 0;
        controller.is_linked = 1;
        return tell_connected(SUCCESS);
    }
    if (!controller.scans || controller.is_reported || (controller.is_filtered && !controller.is_listed)) return;
    controller.is_reported = 1;
    const uint8_t data[6] = {21, 2, 1, 6, 17, 7};
    memcpy(report + 10, data, sizeof data);
    memcpy(report + 16, midi_service, 16);
    report[32] = (uint8_t)-50;
    tell_event(LOW_ENERGY, report, 33);
    if (!controller.is_active) return;
    size_t size = strlen(controller.name);
    report[2] = 4;
    report[10] = (uint8_t)(size + 2);
    report[11] = (uint8_t)(size + 1);
    report[12] = 9;
    memcpy(report + 13, controller.name, size);
    report[13 + size] = (uint8_t)-50;
    tell_event(LOW_ENERGY, report, 14 + size);
}

// Gives the kernel what the instrument sends: a PDU, in one fragment.
static void deliver(const uint8_t *pdu, size_t size) {
    uint8_t packet[9 + MTU] = {DATA, HANDLE, 0x20, (uint8_t)(size + 4), 0, (uint8_t)size, 0, ATT_CHANNEL, 0};
    memcpy(packet + 9, pdu, size);
    tell(packet, 9 + size);
}

// Gives the instrument a data packet of the kernel.
static void pass(const struct packet *packet, uint64_t at) {
    const uint8_t *pdu = packet->bytes + 4;
    if (packet->size < 5 || word(packet->bytes + 2) != ATT_CHANNEL) return;
    if (pdu[0] != WRITE_COMMAND) return hear_question(pdu, packet->size - 4, at);
    printf("heard %llu %llu", (unsigned long long)packet->came, (unsigned long long)at);
    print_bytes(pdu + 3, packet->size - 7);
}

static int least(int a, int b) { return a < b ? a : b; }

// The packets of the instrument that pass in a connection event: answers first.
static void pass_from_instrument(uint64_t at) {
    uint8_t pdu[MTU];
    size_t size;
    int sent = least(instrument.answer_count, AN_EVENT);
    for (int i = 0; i < sent; i++) deliver(instrument.answers[i].bytes, instrument.answers[i].size);
    instrument.answer_count -= sent;
    memmove(instrument.answers, instrument.answers + sent, (size_t)instrument.answer_count * sizeof(struct answer));
    for (; sent < AN_EVENT && (size = next_notification(pdu, at)) > 0; sent++) deliver(pdu, size);
}

static void pass_from_kernel(uint64_t at) {
    int passed = least(controller.packet_count, AN_EVENT);
    for (int i = 0; i < passed; i++) pass(&controller.packets[i], at);
    controller.packet_count -= passed;
    memmove(controller.packets, controller.packets + passed, (size_t)controller.packet_count * sizeof(struct packet));
    if (passed) TELL(PASSED, 1, HANDLE, 0, (uint8_t)passed, 0);
}

// A connection event in which packets pass, each way.
static void exchange(uint64_t at) {
    pass_from_instrument(at);
    pass_from_kernel(at);
    if (!controller.new_interval) return;
    unsigned interval = controller.interval = controller.new_interval;
    unsigned timeout = controller.timeout = controller.new_timeout;
    controller.new_interval = 0;
    TELL(LOW_ENERGY, UPDATED, SUCCESS, HANDLE, 0, (uint8_t)interval, (uint8_t)(interval >> 8), 0, 0, (uint8_t)timeout,
         (uint8_t)(timeout >> 8));
}
