// The HTTP server of the page (W2): its start, its turns and its end.
#define _GNU_SOURCE
#include "web.h"

#include <sys/epoll.h>
#include <sys/socket.h>

// Of a connection: 8 KiB of header, an entry for each of its lines, the header of the answer, and pieces of bodies.
enum { POOL = 24576 };

uint64_t web_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// The caller decodes the target.
static size_t leave_escapes(void *web, struct MHD_Connection *connection, char *text) {
    (void)web, (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start(treadle_web *web, int listener) {
    // Level 2 refuses bare line feeds, white space in wrong places, two lengths, and a length beside chunks. A board may
    // have no clock, so no answer has a date.
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK;
    return MHD_start_daemon(flags, 0, web_admit, web, web_handle, web, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CLIENT_DISCIPLINE_LVL, 2, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)web->count, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)web->limits.idle,
        MHD_OPTION_NOTIFY_CONNECTION, web_notify, web, MHD_OPTION_NOTIFY_COMPLETED, web_complete, web,
        MHD_OPTION_URI_LOG_CALLBACK, web_begin, web, MHD_OPTION_UNESCAPE_CALLBACK, leave_escapes, web, MHD_OPTION_END);
}

static void release(treadle_web *web) {
    for (int i = 0; i < WEB_LINGERING; i++)
        if (web->lingering[i].fd >= 0) close(web->lingering[i].fd);
    for (int i = 0; i < WEB_HEADERS; i++) free(web->always[i].name), free(web->always[i].value);
    if (web->epoll >= 0) close(web->epoll);
    free(web->connections);
    free(web);
}

treadle_web *treadle_web_start(int listener, const treadle_web_limits *limits, const treadle_web_calls *calls) {
    treadle_web *web = calloc(1, sizeof *web);
    if (!web) return NULL;
    web->limits = *limits;
    web->calls = *calls;
    web->count = 2 * limits->connections;
    web->connections = calloc((size_t)web->count, sizeof *web->connections);
    for (int i = 0; i < WEB_LINGERING; i++) web->lingering[i].fd = -1;
    web->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (web->connections && web->epoll >= 0 && treadle_never_wait(listener) == 0) web->daemon = start(web, listener);
    if (web->daemon) {
        int fd = MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
        struct epoll_event event = {.events = EPOLLIN};
        if (epoll_ctl(web->epoll, EPOLL_CTL_ADD, fd, &event) == 0) return web;
        MHD_stop_daemon(web->daemon);
    }
    release(web);
    return NULL;
}

void treadle_web_stop(treadle_web *web) {
    // The library refuses to end while a connection is suspended.
    for (int i = 0; i < web->count; i++)
        if (web->connections[i].connection) treadle_web_drop(&web->connections[i]);
    MHD_stop_daemon(web->daemon);
    release(web);
}

void treadle_web_always(treadle_web *web, const char *name, const char *value) {
    for (int i = 0; i < WEB_HEADERS; i++) {
        if (web->always[i].name) continue;
        web->always[i].name = strdup(name);
        web->always[i].value = strdup(value);
        return;
    }
}

int treadle_web_descriptor(const treadle_web *web) { return web->epoll; }

int treadle_web_wait(const treadle_web *web) {
    MHD_UNSIGNED_LONG_LONG wait = 0;
    uint64_t first = UINT64_MAX, now = web_now();
    if (MHD_get_timeout(web->daemon, &wait) == MHD_YES) first = now + wait;
    for (int i = 0; i < web->count; i++) {
        const treadle_web_connection *one = &web->connections[i];
        if (one->connection && one->deadline && one->deadline < first) first = one->deadline;
    }
    for (int i = 0; i < WEB_LINGERING; i++)
        if (web->lingering[i].fd >= 0 && web->lingering[i].deadline < first) first = web->lingering[i].deadline;
    if (first == UINT64_MAX) return -1;
    return first <= now ? 0 : first - now < INT32_MAX ? (int)(first - now) : INT32_MAX;
}

// The peer of a connection has ended its side. The library sees that only if it is reading. A browser that leaves a
// stream has gone; one that ended its side behind a request may still wait for the answer.
static void hang_up(treadle_web_connection *one, uint32_t events) {
    one->has_hung_up = 1;
    if (one->is_suspended && (one->is_stream || events & (EPOLLHUP | EPOLLERR))) treadle_web_drop(one);
}

void treadle_web_turn(treadle_web *web) {
    struct epoll_event events[32];
    int got = epoll_wait(web->epoll, events, 32, 0);
    uint64_t now = web_now();
    for (int i = 0; i < got; i++) {
        void *place = events[i].data.ptr;
        treadle_web_lingering *lingering = place;
        if (!place) continue; // the library's
        if (lingering >= web->lingering && lingering < web->lingering + WEB_LINGERING) web_drain(web, lingering, now);
        else hang_up(place, events[i].events);
    }
    MHD_run(web->daemon);
    web_check_times(web, web_now());
}

void treadle_web_end(
    treadle_web *web, int (*matches)(void *context, const uint8_t *address, int count), void *context) {
    for (int i = 0; i < web->count; i++) {
        treadle_web_connection *one = &web->connections[i];
        if (one->connection && matches(context, one->address, one->address_count)) treadle_web_drop(one);
    }
}
