// HTTP/1.1 of the page (W2): a server over libmicrohttpd with one thread. It aborts when memory runs out, so it needs a
// process of its own. It knows sizes, times and connections (W3); what a request means is the caller's.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct treadle_web treadle_web;
// A connection and the request that is being read or answered on it.
typedef struct treadle_web_connection treadle_web_connection;
// An answer that is being made.
typedef struct MHD_Response treadle_web_answer;

// W3. Times are milliseconds, but for `idle`, which is seconds.
typedef struct {
    int connections, of_address;
    int header_time, body_time, linger_time, idle;
    // Bytes of a body that must have come for each second after `body_time`.
    int body_rate;
} treadle_web_limits;

// What the server asks. `request` is what `begin` has returned.
typedef struct {
    void *context;
    // Whether an address of 4 or 16 bytes may connect.
    int (*admit)(void *context, const uint8_t *address, int count);
    // The header of a request has been read. The answer may be given at once; then no body is read.
    void *(*begin)(void *context, treadle_web_connection *connection);
    // A piece of the body. Returns 0, or the status with which the request is refused.
    int (*body)(void *request, const void *bytes, size_t count);
    // The body is whole. The answer may be given at once or later.
    void (*whole)(void *request);
    // Fills `bytes` with what is to be sent of a stream. Returns the number of bytes, 0 if none wait, -1 at the end.
    long (*more)(void *request, void *bytes, size_t room);
    // The last call for a request: it is answered, or its connection has ended.
    void (*end)(void *request);
    // A connection has ended, after the `end` of its request.
    void (*closed)(void *context, uint64_t number);
} treadle_web_calls;

// Starts a server at a listening TCP socket, which it closes at its end. Returns NULL if it cannot.
treadle_web *treadle_web_start(int listener, const treadle_web_limits *limits, const treadle_web_calls *calls);
// Ends all connections and the server. Each request gets its `end`.
void treadle_web_stop(treadle_web *web);
// Adds a header to every answer, also to those that the server makes by itself. Not after the first turn.
void treadle_web_always(treadle_web *web, const char *name, const char *value);
// Returns the descriptor that is readable when a turn is needed.
int treadle_web_descriptor(const treadle_web *web);
// Returns the milliseconds until a turn is needed without an event, -1 for no limit.
int treadle_web_wait(const treadle_web *web);
// Reads, asks the caller and writes, without waiting.
void treadle_web_turn(treadle_web *web);
// Ends the connections whose address of 4 or 16 bytes matches.
void treadle_web_end(treadle_web *web, int (*matches)(void *context, const uint8_t *address, int count), void *context);

// What the header of a request says. Valid between `begin` and `end`. The target is as it was sent.
// The number of the connection, from 1.
uint64_t treadle_web_number(const treadle_web_connection *connection);
const char *treadle_web_method(const treadle_web_connection *connection);
const char *treadle_web_target(const treadle_web_connection *connection);
// Bytes of the request line and the header fields, with their ends.
size_t treadle_web_header_size(const treadle_web_connection *connection);
// Calls `each` for each header field, in order. Returns their number.
int treadle_web_headers(const treadle_web_connection *connection,
    void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t value_count),
    void *context);
// Writes the peer's address, or the box's, at most 16 bytes. Returns their number: 4, 16, or 0 for none.
int treadle_web_peer(const treadle_web_connection *connection, uint8_t *address);
int treadle_web_local(const treadle_web_connection *connection, uint8_t *address);

// Answers with a copy of bytes, with the first `count` bytes of a file, which the answer closes, or with what `more`
// gives. NULL without memory.
treadle_web_answer *treadle_web_bytes(const void *bytes, size_t count);
treadle_web_answer *treadle_web_file(int fd, uint64_t count);
treadle_web_answer *treadle_web_stream(treadle_web_connection *connection);
void treadle_web_header(treadle_web_answer *answer, const char *name, const char *value);
// Gives the answer of a request, once. `closes`: the connection ends after it.
void treadle_web_give(treadle_web_connection *connection, int status, treadle_web_answer *answer, int closes);
// Tells that `more` has something for a stream.
void treadle_web_wake(treadle_web_connection *connection);
// Ends a connection at once.
void treadle_web_drop(treadle_web_connection *connection);

// Makes a new file for the body of an upload, in place of one that was left there. Returns a descriptor for writing or
// -errno.
int treadle_web_upload(const char *path);
