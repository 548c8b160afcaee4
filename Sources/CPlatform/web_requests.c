// Requests of the HTTP server: what is read of them and how they are answered.
#define _GNU_SOURCE
#include "web.h"

// The request line has been read.
void *web_begin(void *web, const char *target, struct MHD_Connection *connection) {
    (void)web;
    treadle_web_connection *one =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    free(one->target);
    one->target = strdup(target);
    one->phase = WEB_HEADER;
    if (!one->deadline) one->deadline = web_now() + (uint64_t)one->web->limits.header_time;
    return one;
}

static enum MHD_Result queue(treadle_web_connection *one) {
    treadle_web_answer *answer = one->answer;
    one->answer = NULL;
    one->phase = WEB_ANSWER;
    one->deadline = 0;
    if (!one->is_whole) one->lingers = 1;
    enum MHD_Result result = MHD_queue_response(one->connection, (unsigned)one->status, answer);
    MHD_destroy_response(answer);
    return result;
}

static int has_body(const treadle_web_connection *one) {
    const char *length =
        MHD_lookup_connection_value(one->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length) return strtoull(length, NULL, 10) != 0;
    return MHD_lookup_connection_value(one->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
}

static enum MHD_Result begin(treadle_web_connection *one, const char *method) {
    treadle_web *web = one->web;
    if (!one->target) return MHD_NO;
    one->has_begun = 1;
    one->method = method;
    one->phase = WEB_BODY;
    one->since = web_now();
    one->deadline = one->since + (uint64_t)web->limits.body_time;
    one->request = web->calls.begin(web->calls.context, one);
    if (!one->request) return MHD_NO;
    // The library closes a connection that is answered now, as it would have to without the body. If there is none, it
    // asks for the answer next.
    return one->answer && has_body(one) ? queue(one) : MHD_YES;
}

static enum MHD_Result take_body(treadle_web_connection *one, const char *bytes, size_t count) {
    treadle_web *web = one->web;
    int status = web->calls.body(one->request, bytes, count);
    if (status) {
        // The library takes no answer in the middle of a body.
        web_refuse(one, status);
        one->lingers = 1;
        return MHD_NO;
    }
    one->received += count;
    uint64_t allowed = (uint64_t)web->limits.body_time + one->received * 1000 / (uint64_t)web->limits.body_rate;
    one->deadline = one->since + allowed;
    return MHD_YES;
}

enum MHD_Result web_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *bytes, size_t *count, void **place) {
    (void)context, (void)url, (void)version;
    treadle_web_connection *one = *place;
    if (!one || one->is_gone) return MHD_NO;
    if (!one->has_begun) return begin(one, method);
    if (*count) {
        size_t taken = *count;
        *count = 0;
        return take_body(one, bytes, taken);
    }
    if (!one->is_whole) {
        one->is_whole = 1;
        one->phase = WEB_ANSWER;
        one->deadline = 0;
        if (!one->answer) one->web->calls.whole(one->request);
    }
    if (one->answer) return queue(one);
    MHD_suspend_connection(connection);
    one->is_suspended = 1;
    return MHD_YES;
}

void web_complete(void *web, struct MHD_Connection *connection, void **place, enum MHD_RequestTerminationCode code) {
    (void)web, (void)connection, (void)code;
    treadle_web_connection *one = *place;
    if (!one) return;
    if (one->request) one->web->calls.end(one->request);
    if (one->answer) MHD_destroy_response(one->answer);
    free(one->target);
    one->request = one->answer = NULL;
    one->target = NULL;
    one->method = NULL;
    one->received = 0;
    one->has_begun = one->is_whole = one->is_stream = 0;
    one->phase = WEB_IDLE;
    one->since = web_now();
    one->deadline = 0;
    *place = NULL;
}

uint64_t treadle_web_number(const treadle_web_connection *connection) { return connection->number; }

const char *treadle_web_method(const treadle_web_connection *connection) { return connection->method; }

const char *treadle_web_target(const treadle_web_connection *connection) { return connection->target; }

size_t treadle_web_header_size(const treadle_web_connection *connection) {
    return MHD_get_connection_info(connection->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
}

struct fields {
    void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t value_count);
    void *context;
};

static enum MHD_Result tell(void *context, enum MHD_ValueKind kind, const char *name, size_t name_count,
    const char *value, size_t value_count) {
    (void)kind;
    const struct fields *fields = context;
    fields->each(fields->context, name, name_count, value ? value : "", value ? value_count : 0);
    return MHD_YES;
}

int treadle_web_headers(const treadle_web_connection *connection,
    void (*each)(void *context, const char *name, size_t name_count, const char *value, size_t value_count),
    void *context) {
    struct fields fields = {each, context};
    return MHD_get_connection_values_n(connection->connection, MHD_HEADER_KIND, tell, &fields);
}
