// still-air NAME DRIFT LOSS GAP SECONDS SEED [AWAY…]: a Bluetooth controller and an instrument at its air, inside the
// board, so that both have its exact time. The controller is at the far end of a terminal that the kernel takes for a
// serial line (H4).
//
// NAME: of the instrument, at most 29 bytes. DRIFT: how much faster its clock runs, in millionths. LOSS: the part of
// connection events in which nothing passes, in percent; what they would have carried is sent again, in order. GAP: the
// instrument plays single notes so many milliseconds apart, as a piano with 0, and not at all with -1. The program ends
// so many SECONDS after the instrument was first listened to, and fails if that takes a minute. AWAY: seconds after
// which the instrument is out of reach for 5 s.
//
// Prints, in nanoseconds of the monotonic clock: `ready TIME`, the box listens; `gone TIME`, the link has ended;
// `played PLAYED SENT BYTES`, a message and the connection event that carried it; `lost PLAYED TIME BYTES`, a message
// that the end of a link has lost; `heard CAME PASSED BYTES`, a packet of the box, when it came to the controller, and
// the connection event that carried it; `away TIME`, out of reach; `over TIME`.
#define _GNU_SOURCE
#include <poll.h>
#include <sys/timerfd.h>

#include "controller.h"

// Of the kernel's drivers/bluetooth/hci_uart.h.
enum { LINE_DISCIPLINE = 15, PROTOCOL_H4 = 0, RESET_FIRST = 1 << 1 };
#define HCIUARTSETPROTO _IOW('U', 200, int)
#define HCIUARTSETFLAGS _IOW('U', 203, int)

static const uint64_t second = 1000 * MILLISECOND, advertising = 30 * MILLISECOND;
enum { AWAY_TIME = 5, MOST_AWAY = 8, PATIENCE = 60 };

static struct air {
    unsigned loss;
    uint64_t state, first_ready, heard_at, length, away[MOST_AWAY];
    int away_count, was_away;
} air;

static int is_away(uint64_t at) {
    for (int i = 0; i < air.away_count && air.first_ready; i++) {
        uint64_t from = air.first_ready + air.away[i];
        if (at >= from && at < from + AWAY_TIME * second) return 1;
    }
    return 0;
}

// Makes the terminal a controller for the kernel. It waits for the drivers, which the box loads only if it needs them.
static int open_controller(void) {
    int discipline = LINE_DISCIPLINE, line = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (line < 0 || unlockpt(line) < 0) fail("still-air: terminal");
    int kernel = open_port(ptsname(line), O_RDWR);
    // EINVAL: nobody has registered the line discipline yet.
    while (ioctl(kernel, TIOCSETD, &discipline) < 0) {
        if (errno != EINVAL) fail("still-air: line discipline");
        usleep(20000);
    }
    if (ioctl(kernel, HCIUARTSETFLAGS, RESET_FIRST) < 0 || ioctl(kernel, HCIUARTSETPROTO, PROTOCOL_H4) < 0)
        fail("still-air: protocol");
    return line;
}

// Takes what the kernel sends, in pieces of any size.
static void take(const uint8_t *bytes, size_t count, uint64_t at) {
    static uint8_t packet[4 + 255 + BUFFER];
    static size_t held;
    for (size_t i = 0; i < count; i++) {
        packet[held++] = bytes[i];
        if (packet[0] != COMMAND && packet[0] != DATA) fail("still-air: not H4");
        int is_command = packet[0] == COMMAND;
        size_t head = is_command ? 4 : 5;
        if (held < head) continue;
        size_t size = is_command ? packet[3] : word(packet + 3);
        if (size > 255) fail("still-air: a long packet");
        if (held < head + size) continue;
        if (is_command) {
            memset(packet + held, 0, 32);
            take_command(word(packet + 1), packet + 4, at);
        } else {
            take_data(packet + 5, size, at);
        }
        held = 0;
    }
}

// A connection event, or an advertisement. Returns when the next one is.
static uint64_t turn(uint64_t at) {
    int away = is_away(at);
    if (away && !air.was_away) printf("away %llu\n", (unsigned long long)at);
    air.was_away = away;
    if (!controller.is_linked) {
        if (!away) advertise();
        air.heard_at = at;
        return at + (controller.is_linked ? controller.interval * interval_unit : advertising);
    }
    play_until(at);
    if (!away && chance(&air.state, 100) >= air.loss) {
        air.heard_at = at;
        exchange(at);
    } else if (at - air.heard_at > controller.timeout * timeout_unit) {
        unlink_instrument(TIMED_OUT, at);
    }
    if (instrument.is_heard && !air.first_ready) air.first_ready = at;
    return at + (controller.is_linked ? controller.interval * interval_unit : advertising);
}

static void serve(int line, int timer) {
    uint8_t bytes[4096];
    uint64_t next = now() + advertising, given_up = next + PATIENCE * second, turns;
    while (!is_over && (!air.first_ready || next < air.first_ready + air.length + second)) {
        if (!air.first_ready && next > given_up) fail("still-air: the box does not listen");
        // What it has played last has the time to come through.
        if (air.first_ready && next > air.first_ready + air.length) instrument.is_silent = 1;
        struct itimerspec at = {.it_value = {(time_t)(next / second), (long)(next % second)}};
        if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL) < 0) fail("still-air: timer");
        struct pollfd ready[2] = {{.fd = line, .events = POLLIN}, {.fd = timer, .events = POLLIN}};
        if (poll(ready, 2, -1) < 0) fail("still-air: waiting");
        if (ready[0].revents) {
            ssize_t got = read(line, bytes, sizeof bytes);
            if (got <= 0) fail("still-air: reading");
            take(bytes, (size_t)got, now());
        }
        if (ready[1].revents && read(timer, &turns, sizeof turns) == sizeof turns) next = turn(next);
    }
    printf("over %llu\n", (unsigned long long)next);
}

int main(int count, char **words) {
    if (count < 7 || count > 7 + MOST_AWAY) return 2;
    controller.name = words[1];
    for (size_t i = 0; i < strlen(words[1]); i++) controller.peer[0] += (uint8_t)words[1][i];
    // A static random address (Vol 6, Part B, 1.3.2.1).
    controller.peer[5] = 0xF0;
    instrument.drift = atoi(words[2]);
    air.loss = (unsigned)atoi(words[3]);
    instrument.gap = (unsigned)atoi(words[4]);
    instrument.is_silent = atoi(words[4]) < 0;
    air.length = strtoull(words[5], NULL, 0) * second;
    air.state = instrument.seed = strtoull(words[6], NULL, 0);
    for (int i = 7; i < count; i++) air.away[air.away_count++] = strtoull(words[i], NULL, 0) * second;
    controller.line = open_controller();
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (timer < 0) fail("still-air: timer");
    print_at_end();
    schedule(45, 0);
    serve(controller.line, timer);
    return 0;
}
