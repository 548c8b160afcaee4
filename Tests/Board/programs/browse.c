// browse PORT SEED CHANGES TOKEN… [messages TOKEN…]: browsers of the page of a box at its loopback. Each token opens a
// stream of events (docs/reference/API.md), those behind `messages` one with all messages, and all that comes is read.
// CHANGES times, after a pause of seeded length, it gives the box another tempo by its socket. With 0 it only reads.
//
// Prints `open` when each stream has told its first event; for each change and each stream without messages the
// nanoseconds until the stream has told it; at the end, or when it is ended, `stream N bytes N` for each stream.
#define _GNU_SOURCE
#include "talk.h"
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>

enum { STREAMS = 8, ROOM = 1 << 16, SHORTEST = 150000000, LONGEST = 350000000 };

// A stream: what it has told since `text` was last emptied.
static struct stream {
    int fd, has_messages, is_awaited;
    unsigned long bytes;
    int length;
    char text[ROOM + 1];
} streams[STREAMS];
static int count_of_streams;
static volatile int is_over;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

static void open_stream(struct stream *stream, int port, const char *token, int has_messages) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char head[512];
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    stream->fd = socket(AF_INET, SOCK_STREAM, 0);
    stream->has_messages = has_messages;
    if (connect(stream->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("the page");
    int size = snprintf(head, sizeof head,
                        "GET /api/1/events%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
                        has_messages ? "?messages=all" : "", token);
    if (write(stream->fd, head, (size_t)size) != size) fail("asking");
}

// Reads what a stream has, as far as there is room: an older half of it goes.
static void take(struct stream *stream) {
    if (stream->length == ROOM) {
        memmove(stream->text, stream->text + ROOM / 2, ROOM / 2);
        stream->length = ROOM / 2;
    }
    ssize_t got = read(stream->fd, stream->text + stream->length, (size_t)(ROOM - stream->length));
    if (got <= 0) fail("a stream has ended");
    stream->bytes += (unsigned long)got;
    stream->length += (int)got;
    stream->text[stream->length] = 0;
}

// Whether a stream has told a text.
static int has(struct stream *stream, const char *text) {
    return memmem(stream->text, (size_t)stream->length, text, strlen(text)) != NULL;
}

// Reads until a time, or until all streams from which `text` is awaited have told it. Prints the nanoseconds since
// `began` for each of them.
static void read_until(uint64_t at, const char *text, uint64_t began) {
    struct pollfd polled[STREAMS];
    while (!is_over) {
        int awaited = 0;
        for (int i = 0; i < count_of_streams; i++) {
            polled[i] = (struct pollfd){.fd = streams[i].fd, .events = POLLIN};
            awaited += streams[i].is_awaited;
        }
        uint64_t time = now();
        if ((text && !awaited) || time >= at) return;
        struct timespec left = {(time_t)((at - time) / 1000000000u), (long)((at - time) % 1000000000u)};
        if (ppoll(polled, (nfds_t)count_of_streams, &left, NULL) < 0 && errno != EINTR) fail("polling");
        for (struct stream *stream = streams; stream < streams + count_of_streams; stream++) {
            if (!(polled[stream - streams].revents & (POLLIN | POLLHUP))) continue;
            take(stream);
            if (!stream->is_awaited || !has(stream, text)) continue;
            if (began) printf("%llu\n", (unsigned long long)(now() - began));
            stream->is_awaited = 0;
        }
    }
}

// Reads until each stream, or each without messages, has told a text. Fails after a minute.
static void await(const char *text, int all, uint64_t began) {
    for (struct stream *stream = streams; stream < streams + count_of_streams; stream++) {
        stream->is_awaited = all || !stream->has_messages;
    }
    read_until(now() + 60000000000u, text, began);
    for (struct stream *stream = streams; stream < streams + count_of_streams; stream++) {
        if (stream->is_awaited && !is_over) fail(text);
    }
}

static void change(int tempo) {
    char text[64];
    // What was told before may have had the same tempo.
    for (int i = 0; i < count_of_streams; i++) streams[i].length = 0;
    snprintf(text, sizeof text, "\"tempo\":%d", tempo);
    uint64_t began = now();
    fprintf(to_box, "do tempo %d\n", tempo);
    fflush(to_box);
    await(text, 0, began);
    if (!is_over) await_ok();
}

int main(int count, char **words) {
    if (count < 5) return 2;
    uint64_t state = strtoull(words[2], NULL, 0);
    int changes = atoi(words[3]), has_messages = 0;
    // Not SA_RESTART: the end of the program breaks off its waiting.
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    for (char **word = words + 4; word < words + count; word++) {
        if (strcmp(*word, "messages") == 0) has_messages = 1;
        else if (count_of_streams == STREAMS) fail("too many streams");
        else open_stream(&streams[count_of_streams++], atoi(words[1]), *word, has_messages);
    }
    await("event: state", 1, 0);
    printf("open\n");
    fflush(stdout);

    open_box();
    for (int number = 0; number < changes && !is_over; number++) {
        read_until(now() + SHORTEST + chance(&state, LONGEST - SHORTEST), NULL, 0);
        change(100 + number % 200);
    }
    while (changes == 0 && !is_over) read_until(now() + 60000000000u, NULL, 0);
    for (int i = 0; i < count_of_streams; i++) printf("stream %d bytes %lu\n", i, streams[i].bytes);
    return 0;
}
