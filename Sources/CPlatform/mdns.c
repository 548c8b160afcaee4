// Publishes the box by mDNS (N2, N13, W1): its session `_apple-midi._udp`, its page `_http._tcp` and its host name,
// renamed on conflicts.
#define _GNU_SOURCE
#include "mdns.h"

#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-core/log.h>
#include <ctype.h>
#include <sys/random.h>
#include <sys/time.h>

#include "CPlatform.h"

static int counts_from_boot;

// Replaces the C library's function for the whole program; only avahi calls it, for its timeouts. The wall clock of a
// board jumps by years when the network sets it, and the responder would sleep for as long.
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec time;
    clock_gettime(counts_from_boot ? CLOCK_BOOTTIME : CLOCK_REALTIME, &time);
    *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return 0;
}

#ifdef TREADLE_STATIC
// avahi's messages are in English: the sysroot leaves its translations out.
void avahi_init_i18n(void) {}
#endif

static void fail(mdns *mdns) { mdns_fail(mdns, avahi_strerror(avahi_server_errno(mdns->server))); }

// Copies a name as DNS-SD allows it, at most 63 bytes of valid UTF-8 (RFC 6763, 4.1.1).
static void set_name(mdns *mdns, const char *name) {
    snprintf(mdns->name, sizeof mdns->name, "%s", name);
    size_t length = strlen(mdns->name);
    // Removes a character that was cut.
    if (strlen(name) > length) {
        while (length > 0 && (name[length] & 0xC0) == 0x80) length--;
        mdns->name[length] = 0;
    }
    if (!avahi_is_valid_service_name(mdns->name)) {
        for (char *byte = mdns->name; *byte; byte++)
            if (*byte & 0x80) *byte = '?';
    }
    if (mdns->name[0] == 0) strcpy(mdns->name, "Treadle");
}

// Makes a host name of the session name: letters, digits and single hyphens, `treadle` if nothing is left.
static void make_host_name(const char *name, char host[AVAHI_LABEL_MAX]) {
    size_t length = 0;
    for (; *name && length < AVAHI_LABEL_MAX - 1; name++) {
        int is_plain = !(*name & 0x80) && isalnum((unsigned char)*name);
        if (is_plain) host[length++] = *name;
        else if (length > 0 && host[length - 1] != '-') host[length++] = '-';
    }
    while (length > 0 && host[length - 1] == '-') length--;
    host[length] = 0;
    if (length == 0) strcpy(host, "treadle");
}

// Chooses another host name after a conflict, first `Box-2`. Two boxes that start at once with the same name can both
// lose, because avahi compares their IPv4 and IPv6 addresses one by one. To avoid that they choose the same names again
// and again, each takes a random number from the second conflict on.
static void rename_host(mdns *mdns) {
    char host[AVAHI_LABEL_MAX];
    uint16_t number = 0;
    make_host_name(mdns->wanted_name, host);
    host[AVAHI_LABEL_MAX - sizeof "-999"] = 0;
    if (mdns->host_conflicts++ > 0 && getrandom(&number, sizeof number, 0) != sizeof number) number = 0;
    number = number % 998 + 2;
    snprintf(host + strlen(host), sizeof "-999", "-%u", number);
    if (avahi_server_set_host_name(mdns->server, host) < 0) fail(mdns);
}

static void publish(mdns *mdns);

static void changed(AvahiServer *server, AvahiSEntryGroup *group, AvahiEntryGroupState state, void *context) {
    (void)server, (void)group;
    mdns *mdns = context;
    if (state == AVAHI_ENTRY_GROUP_ESTABLISHED) {
        if (strcmp(mdns->name, mdns->told_name) != 0) mdns_tell(mdns, "name", mdns->name, NULL);
        strcpy(mdns->told_name, mdns->name);
        const char *host = avahi_server_get_host_name_fqdn(mdns->server);
        if (host && strcmp(host, mdns->told_host) != 0) mdns_tell(mdns, "host", host, NULL);
        snprintf(mdns->told_host, sizeof mdns->told_host, "%s", host ? host : "");
        mdns_review(mdns);
    } else if (state == AVAHI_ENTRY_GROUP_COLLISION) {
        // "Box #2", and so on.
        char *other = avahi_alternative_service_name(mdns->name);
        set_name(mdns, other);
        avahi_free(other);
        publish(mdns);
    } else if (state == AVAHI_ENTRY_GROUP_FAILURE) {
        fail(mdns);
    }
}

// Adds a service with one line of TXT, or none if `text` is NULL. Returns a negative number on failure.
static int add(mdns *mdns, const char *type, uint16_t port, const char *text) {
    return avahi_server_add_service(mdns->server, mdns->group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, mdns->name, type,
        NULL, NULL, port, text, NULL);
}

static void publish(mdns *mdns) {
    if (!mdns->group) mdns->group = avahi_s_entry_group_new(mdns->server, changed, mdns);
    if (!mdns->group) {
        fail(mdns);
        return;
    }
    avahi_s_entry_group_reset(mdns->group);
    if (!mdns->port && !mdns->page) return;
    if ((mdns->port && add(mdns, MDNS_TYPE, mdns->port, NULL) < 0) ||
        (mdns->page && add(mdns, MDNS_PAGE_TYPE, mdns->page, "path=/") < 0) ||
        avahi_s_entry_group_commit(mdns->group) < 0)
        fail(mdns);
}

static void server_changed(AvahiServer *server, AvahiServerState state, void *context) {
    mdns *mdns = context;
    // The first calls happen before avahi_server_new returns.
    mdns->server = server;
    if (state == AVAHI_SERVER_RUNNING) {
        mdns->host_conflicts = 0;
        publish(mdns);
    } else if (state == AVAHI_SERVER_REGISTERING) {
        if (mdns->group) avahi_s_entry_group_reset(mdns->group);
    } else if (state == AVAHI_SERVER_COLLISION) {
        rename_host(mdns);
    } else if (state == AVAHI_SERVER_FAILURE) {
        fail(mdns);
    }
}

void mdns_rename(mdns *mdns, const char *name) {
    char host[AVAHI_LABEL_MAX];
    set_name(mdns, name);
    strcpy(mdns->wanted_name, mdns->name);
    make_host_name(mdns->name, host);
    // A new host name publishes the service when it is registered.
    int result = avahi_server_set_host_name(mdns->server, host);
    if (result == AVAHI_ERR_NO_CHANGE) publish(mdns);
    else if (result < 0) fail(mdns);
}

void mdns_move_page(mdns *mdns, uint16_t port) {
    if (port == mdns->page) return;
    mdns->page = port;
    // Before the host name is registered, nothing is published; then everything is.
    if (avahi_server_get_state(mdns->server) == AVAHI_SERVER_RUNNING) publish(mdns);
}

// Starts the responder. `interfaces` as for treadle_mdns_run. Returns 0, or -1 after a failure.
static int start(mdns *mdns, const char *interfaces) {
    AvahiServerConfig config;
    char host[AVAHI_LABEL_MAX], name[IF_NAMESIZE];
    int error;
    avahi_server_config_init(&config);
    make_host_name(mdns->name, host);
    avahi_free(config.host_name);
    config.host_name = avahi_strdup(host);
    for (const char *rest = interfaces; rest && *rest;) {
        int length = (int)strcspn(rest, ",");
        snprintf(name, sizeof name, "%.*s", length, rest);
        if (length > 0) config.allow_interfaces = avahi_string_list_add(config.allow_interfaces, name);
        rest += length + (rest[length] == ',');
    }
    if (!config.allow_interfaces) config.deny_interfaces = avahi_string_list_add(NULL, "lo");
    config.publish_workstation = 0;
    config.publish_hinfo = 0;
    config.publish_domain = 0;
    config.enable_wide_area = 0;
    config.disallow_other_stacks = 0;
    // Unplugging a cable removes the services behind it at once; plugging one in announces ours.
    config.use_iff_running = 1;
    config.n_cache_entries_max = 16 * MDNS_SERVICES;
    mdns->server = avahi_server_new(avahi_simple_poll_get(mdns->poll), &config, server_changed, mdns, &error);
    avahi_server_config_free(&config);
    if (!mdns->server) mdns_fail(mdns, avahi_strerror(error));
    return mdns->server ? 0 : -1;
}

static void end(AvahiWatch *watch, int fd, AvahiWatchEvent event, void *context) {
    (void)watch, (void)event;
    mdns *mdns = context;
    if (treadle_signal_next(fd) != 0) avahi_simple_poll_quit(mdns->poll);
}

static void read_lines(AvahiWatch *watch, int fd, AvahiWatchEvent event, void *context) {
    (void)watch, (void)fd, (void)event;
    mdns_read(context);
}

// Prints only the first 10 errors, because bad packets cause errors too and must not fill the log.
static void log_error(AvahiLogLevel level, const char *text) {
    static int count;
    if (level == AVAHI_LOG_ERROR && count++ < 10) fprintf(stderr, "treadle: mDNS: %s\n", text);
}

// Drops inherited settings of the box: realtime priority and the binding to one processor. Locked memory is not
// inherited.
static void become_ordinary(void) {
    struct sched_param none = {0};
    cpu_set_t all;
    memset(&all, 0xFF, sizeof all);
    sched_setscheduler(0, SCHED_OTHER, &none);
    sched_setaffinity(0, sizeof all, &all);
}

int treadle_mdns_run(const char *name, uint16_t port, uint16_t page, const char *interfaces, int in, int out) {
    mdns *mdns = calloc(1, sizeof *mdns);
    if (!mdns) return -1;
    mdns->in = in;
    mdns->out = out;
    mdns->port = port;
    mdns->page = page;
    set_name(mdns, name);
    strcpy(mdns->wanted_name, mdns->name);
    counts_from_boot = 1;
    become_ordinary();
    treadle_ignore_lost_readers();
    avahi_set_log_function(log_error);
    int signals = treadle_signal_descriptor();
    mdns->poll = avahi_simple_poll_new();
    const AvahiPoll *poll = avahi_simple_poll_get(mdns->poll);
    poll->watch_new(poll, signals, AVAHI_WATCH_IN, end, mdns);
    poll->watch_new(poll, in, AVAHI_WATCH_IN, read_lines, mdns);
    // From here on, the process reads packets of strangers. The confinement also ends it when the box ends, even if
    // another process holds the other end of `in`.
    int error = treadle_confine(TREADLE_CONFINED_MDNS);
    if (error < 0) mdns_fail(mdns, treadle_error_message(error));
    if (error == 0 && start(mdns, interfaces) == 0 && (!port || mdns_browse(mdns) == 0)) {
        while (avahi_simple_poll_iterate(mdns->poll, -1) == 0) {}
    }
    // Withdraws the service and host name: goodbye packets (RFC 6762, 10.1).
    if (mdns->server) avahi_server_free(mdns->server);
    avahi_simple_poll_free(mdns->poll);
    int result = mdns->has_failed ? -1 : 0;
    // A thread that looks up a host name still uses the memory, and the process ends now anyway.
    if (atomic_load(&mdns->lookups) == 0) free(mdns);
    return result;
}
