// Answers of the HTTP server: bytes, files, streams, and those to requests that cannot be read.
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "web.h"

// Bytes of a stream that the kernel keeps for a browser that reads slowly, and of those the bytes that it has not sent:
// so that what is sent next is new (W8).
enum { STREAM_KEPT = 65536, STREAM_NOT_SENT = 16384, STREAM_BLOCK = 4096 };
// Milliseconds in which a browser must take what was sent, which is something each second. A phone that leaves its
// network says nothing, and the keys that it holds must not sound on until TCP gives up (W8).
enum { STREAM_TAKEN = 10000 };

treadle_web_answer *treadle_web_bytes(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer_copy(count, bytes);
}

treadle_web_answer *treadle_web_file(int fd, uint64_t count) { return MHD_create_response_from_fd64(count, fd); }

static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t room) {
    (void)position;
    treadle_web_connection *one = context;
    // A peer that has ended its side reads no stream.
    if (one->is_gone || one->has_hung_up || !one->request) return MHD_CONTENT_READER_END_WITH_ERROR;
    long got = one->web->calls.more(one->request, bytes, room);
    if (got < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (got > 0) return got;
    MHD_suspend_connection(one->connection);
    one->is_suspended = 1;
    return 0;
}

treadle_web_answer *treadle_web_stream(treadle_web_connection *one) {
    one->is_stream = 1;
    int kept = STREAM_KEPT, not_sent = STREAM_NOT_SENT, taken = STREAM_TAKEN;
    setsockopt(one->fd, SOL_SOCKET, SO_SNDBUF, &kept, sizeof kept);
    setsockopt(one->fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &not_sent, sizeof not_sent);
    setsockopt(one->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &taken, sizeof taken);
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, one, NULL);
}

void treadle_web_header(treadle_web_answer *answer, const char *name, const char *value) {
    MHD_add_response_header(answer, name, value);
}

static void add_always(const treadle_web *web, treadle_web_answer *answer) {
    for (int i = 0; i < WEB_HEADERS && web->always[i].name; i++)
        MHD_add_response_header(answer, web->always[i].name, web->always[i].value);
}

void treadle_web_give(treadle_web_connection *one, int status, treadle_web_answer *answer, int closes) {
    if (one->answer || one->is_gone) {
        MHD_destroy_response(answer);
        return;
    }
    add_always(one->web, answer);
    if (closes) MHD_add_response_header(answer, MHD_HTTP_HEADER_CONNECTION, "close");
    one->status = status;
    one->answer = answer;
    treadle_web_wake(one);
}

void treadle_web_wake(treadle_web_connection *one) {
    if (!one->is_suspended) return;
    one->is_suspended = 0;
    MHD_resume_connection(one->connection);
}

// Declared in the library by Board/tools/libmicrohttpd.patch.
void treadle_web_refusal(struct MHD_Connection *connection, unsigned *status, struct MHD_Response *answer) {
    treadle_web_connection *one =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    switch (*status) {
    case MHD_HTTP_CONTENT_TOO_LARGE:
    case MHD_HTTP_URI_TOO_LONG:
    case MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE:
        break;
    default:
        // Methods and versions that are too long or unknown, among others: a client of ours sends none.
        *status = MHD_HTTP_BAD_REQUEST;
    }
    one->phase = WEB_ANSWER;
    one->deadline = 0;
    one->lingers = 1;
    add_always(one->web, answer);
    MHD_add_response_header(answer, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

void web_refuse(treadle_web_connection *one, int status) {
    char text[2048];
    int count = snprintf(text, sizeof text, "HTTP/1.1 %d %s\r\n", status, MHD_get_reason_phrase_for((unsigned)status));
    for (int i = 0; i < WEB_HEADERS && one->web->always[i].name; i++) {
        count += snprintf(text + count, sizeof text - (size_t)count, "%s: %s\r\n", one->web->always[i].name,
            one->web->always[i].value);
        if (count >= (int)sizeof text) return;
    }
    count += snprintf(text + count, sizeof text - (size_t)count,
        "Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    if (count < (int)sizeof text) send(one->fd, text, (size_t)count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int treadle_web_upload(const char *path) {
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    return fd < 0 ? -errno : fd;
}
