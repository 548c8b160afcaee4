// Connections of the HTTP server: who may connect, how long a request may take, and how a connection ends (W3, W5).
#define _GNU_SOURCE
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "web.h"

// Writes the bytes of an address; those of IPv4 in IPv6 form (RFC 4291, 2.5.5.2) as IPv4. Returns their number.
static int bytes_of(const struct sockaddr *where, uint8_t *bytes) {
    if (where->sa_family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)where)->sin_addr, 4);
        return 4;
    }
    if (where->sa_family != AF_INET6) return 0;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)where)->sin6_addr;
    int is_mapped = IN6_IS_ADDR_V4MAPPED(six);
    memcpy(bytes, six->s6_addr + (is_mapped ? 12 : 0), is_mapped ? 4 : 16);
    return is_mapped ? 4 : 16;
}

int treadle_web_peer(const treadle_web_connection *connection, uint8_t *address) {
    memcpy(address, connection->address, sizeof connection->address);
    return connection->address_count;
}

int treadle_web_local(const treadle_web_connection *connection, uint8_t *address) {
    struct sockaddr_storage where = {0};
    socklen_t size = sizeof where;
    if (getsockname(connection->fd, (struct sockaddr *)&where, &size) < 0) return 0;
    return bytes_of((struct sockaddr *)&where, address);
}

// Ends the connection that has waited longest for a request, so that browsers which keep connections open keep nobody
// out. Returns whether there is one.
static int make_room(treadle_web *web) {
    treadle_web_connection *oldest = NULL;
    for (int i = 0; i < web->count; i++) {
        treadle_web_connection *one = &web->connections[i];
        int is_idle = one->connection && !one->is_gone && one->phase == WEB_IDLE;
        if (is_idle && (!oldest || one->since < oldest->since)) oldest = one;
    }
    if (oldest) treadle_web_drop(oldest);
    return oldest != NULL;
}

enum MHD_Result web_admit(void *context, const struct sockaddr *where, socklen_t size) {
    (void)size;
    treadle_web *web = context;
    uint8_t address[16];
    int length = bytes_of(where, address), all = 0, same = 0, free_places = 0;
    for (int i = 0; i < web->count; i++) {
        const treadle_web_connection *one = &web->connections[i];
        if (!one->connection) free_places++;
        if (!one->connection || one->is_gone) continue;
        all++;
        if (one->address_count == length && memcmp(one->address, address, (size_t)length) == 0) same++;
    }
    if (same >= web->limits.of_address || !free_places) return MHD_NO;
    if (!web->calls.admit(web->calls.context, address, length)) return MHD_NO;
    return all < web->limits.connections || make_room(web) ? MHD_YES : MHD_NO;
}

static void open_place(treadle_web *web, struct MHD_Connection *connection, void **place) {
    treadle_web_connection *one = web->connections;
    while (one->connection) one++;
    memset(one, 0, sizeof *one);
    one->web = web;
    one->connection = connection;
    one->number = ++web->number;
    one->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    one->address_count = bytes_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr, one->address);
    one->since = web_now();
    one->deadline = one->since + (uint64_t)web->limits.header_time;
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.ptr = one};
    epoll_ctl(web->epoll, EPOLL_CTL_ADD, one->fd, &event);
    *place = one;
}

// A socket that is closed with unread bytes resets the connection, and the peer may never read the answer. So another
// descriptor keeps it open until the peer has ended it, for a moment.
static void linger(treadle_web *web, treadle_web_connection *one) {
    for (int i = 0; i < WEB_LINGERING; i++) {
        treadle_web_lingering *place = &web->lingering[i];
        if (place->fd >= 0) continue;
        place->fd = fcntl(one->fd, F_DUPFD_CLOEXEC, 3);
        if (place->fd < 0) return;
        shutdown(place->fd, SHUT_WR);
        place->deadline = web_now() + (uint64_t)web->limits.linger_time;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = place};
        epoll_ctl(web->epoll, EPOLL_CTL_ADD, place->fd, &event);
        return;
    }
}

void web_drain(treadle_web *web, treadle_web_lingering *lingering, uint64_t now) {
    uint8_t bytes[4096];
    ssize_t got = 1;
    // A sender that never stops shares the turn with others.
    for (int i = 0; i < 16 && got > 0; i++) got = recv(lingering->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    int is_over = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) || now >= lingering->deadline;
    if (!is_over) return;
    epoll_ctl(web->epoll, EPOLL_CTL_DEL, lingering->fd, NULL);
    close(lingering->fd);
    lingering->fd = -1;
}

void web_notify(
    void *context, struct MHD_Connection *connection, void **place, enum MHD_ConnectionNotificationCode code) {
    treadle_web *web = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        open_place(web, connection, place);
        return;
    }
    treadle_web_connection *one = *place;
    epoll_ctl(web->epoll, EPOLL_CTL_DEL, one->fd, NULL);
    if (one->lingers) linger(web, one);
    one->connection = NULL;
    web->calls.closed(web->calls.context, one->number);
}

void treadle_web_drop(treadle_web_connection *one) {
    if (one->is_gone) return;
    one->is_gone = 1;
    one->deadline = 0;
    // The library closes a connection whose peer has ended it, and asks `web_handle` or `more` once more if it was
    // suspended.
    shutdown(one->fd, SHUT_RDWR);
    if (one->is_suspended) MHD_resume_connection(one->connection);
    one->is_suspended = 0;
}

// Whether the peer has ended its side and all its bytes have been read, so that a request is never whole. The library
// does not see an end that comes together with the last bytes.
static int has_left(const treadle_web_connection *one) {
    MHD_UNSIGNED_LONG_LONG wait = 1;
    char byte;
    if (!one->has_hung_up || one->phase == WEB_ANSWER) return 0;
    ssize_t got = recv(one->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return 0;
    // The library may have read requests that it has not answered yet.
    return MHD_get_timeout(one->web->daemon, &wait) != MHD_YES || wait > 0;
}

static void check_time(treadle_web *web, treadle_web_connection *one, uint64_t now) {
    if (has_left(one)) {
        treadle_web_drop(one);
        return;
    }
    if (one->phase == WEB_IDLE && MHD_connection_has_begun(one->connection)) {
        one->phase = WEB_HEADER;
        // The deadline of the first request counts from the connection on.
        if (!one->deadline) one->deadline = now + (uint64_t)web->limits.header_time;
    }
    if (!one->deadline || now < one->deadline) return;
    if (one->phase != WEB_IDLE) web_refuse(one, MHD_HTTP_REQUEST_TIMEOUT);
    treadle_web_drop(one);
}

void web_check_times(treadle_web *web, uint64_t now) {
    for (int i = 0; i < web->count; i++) {
        treadle_web_connection *one = &web->connections[i];
        if (one->connection && !one->is_gone) check_time(web, one, now);
    }
    for (int i = 0; i < WEB_LINGERING; i++) {
        treadle_web_lingering *one = &web->lingering[i];
        if (one->fd >= 0 && now >= one->deadline) web_drain(web, one, now);
    }
}
