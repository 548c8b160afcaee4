// What the files of the HTTP server (web_shims.h) share.
#pragma once
#include <microhttpd.h>

#include "CPlatform.h"

// What is read of a connection now.
enum treadle_web_phase {
    // Between two requests, or before the first.
    WEB_IDLE,
    WEB_HEADER,
    WEB_BODY,
    WEB_ANSWER,
};

struct treadle_web_connection {
    treadle_web *web;
    // NULL if this place is free.
    struct MHD_Connection *connection;
    uint64_t number;
    int fd;
    uint8_t address[16];
    int address_count;
    enum treadle_web_phase phase;
    // Milliseconds: since when it is idle, when the body began, and when the time is over, 0 for never.
    uint64_t since, deadline;
    // Of the request.
    const char *method;
    char *target;
    void *request;
    uint64_t received;
    treadle_web_answer *answer;
    int status;
    unsigned has_begun : 1, is_whole : 1, is_suspended : 1, is_stream : 1;
    // No answer follows; the library is to close it.
    unsigned is_gone : 1;
    // The peer may still be sending a body that nobody reads.
    unsigned lingers : 1;
    // The peer has ended its side.
    unsigned has_hung_up : 1;
};

// A connection that is closed for the library, whose bytes are read and dropped until the peer has seen the answer.
typedef struct {
    int fd;
    uint64_t deadline;
} treadle_web_lingering;

enum { WEB_LINGERING = 8, WEB_HEADERS = 8 };

struct treadle_web {
    struct MHD_Daemon *daemon;
    int epoll;
    treadle_web_limits limits;
    treadle_web_calls calls;
    // Twice as many as `limits.connections`, since one that is ended keeps its place for a turn.
    treadle_web_connection *connections;
    int count;
    // The number of the last connection.
    uint64_t number;
    treadle_web_lingering lingering[WEB_LINGERING];
    struct {
        char *name, *value;
    } always[WEB_HEADERS];
};

uint64_t web_now(void);
// Callbacks of libmicrohttpd.
enum MHD_Result web_admit(void *web, const struct sockaddr *address, socklen_t size);
void web_notify(void *web, struct MHD_Connection *connection, void **place, enum MHD_ConnectionNotificationCode code);
void *web_begin(void *web, const char *target, struct MHD_Connection *connection);
enum MHD_Result web_handle(void *web, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *bytes, size_t *count, void **place);
void web_complete(
    void *web, struct MHD_Connection *connection, void **place, enum MHD_RequestTerminationCode code);

// Sends an answer without a body past the library. The caller has the connection closed.
void web_refuse(treadle_web_connection *connection, int status);
// Notes which connections have begun a request, and refuses those whose time is over.
void web_check_times(treadle_web *web, uint64_t now);
// Drops what has come for a connection that lingers.
void web_drain(treadle_web *web, treadle_web_lingering *lingering, uint64_t now);
