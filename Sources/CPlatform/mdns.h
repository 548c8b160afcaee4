// Declarations that the parts of the mDNS process share: mdns.c publishes, mdns_browse.c browses, mdns_resolve.c finds
// hosts, mdns_lines.c reads and writes lines.
#pragma once
#include <avahi-common/address.h>
#include <avahi-common/domain.h>
#include <avahi-common/simple-watch.h>
#include <avahi-core/core.h>
#include <avahi-core/lookup.h>
#include <avahi-core/publish.h>
#include <net/if.h>
#include <stdatomic.h>
#include <stdint.h>

#define MDNS_TYPE "_apple-midi._udp"
#define MDNS_PAGE_TYPE "_http._tcp"

enum {
    // The greatest number of services of others, counted for each interface and IP version. Further services are
    // dropped and counted; the process browses again when there is room.
    MDNS_SERVICES = 256,
    // The greatest size of a line in either direction, in bytes: two names of 1 KB, each byte escaped as four.
    MDNS_LINE = 8192,
    // The greatest number of host names that are resolved at a time: twice the number of peers, for IPv4 and IPv6. The
    // box repeats a request for which there is no room.
    MDNS_QUERIES = 32,
};

typedef struct mdns mdns;

// A service of another box on one interface, by one IP version.
typedef struct {
    mdns *owner;
    AvahiSServiceResolver *resolver; // NULL: the slot is free
    AvahiIfIndex interface;
    AvahiProtocol protocol;
    char name[AVAHI_LABEL_MAX];
    char interface_name[IF_NAMESIZE];
    // Valid if `port` is not 0; port 0 means that the service is not resolved.
    char host[AVAHI_DOMAIN_NAME_MAX];
    char address[AVAHI_ADDRESS_STR_MAX + 1 + IF_NAMESIZE];
    uint16_t port;
    int is_told;
} mdns_service;

// A host name that is being resolved to addresses of one IP version.
typedef struct {
    mdns *owner;
    AvahiSHostNameResolver *resolver; // NULL: the slot is free
    AvahiProtocol version;
    char name[AVAHI_DOMAIN_NAME_MAX];
} mdns_query;

struct mdns {
    int in, out;
    AvahiSimplePoll *poll;
    AvahiServer *server;
    AvahiSEntryGroup *group;
    AvahiSServiceBrowser *browser;
    AvahiTimeout *again; // browses again after services were dropped
    uint16_t port; // of the session; 0: there is none
    uint16_t page; // the TCP port of the page (W1); 0: there is none
    char wanted_name[AVAHI_LABEL_MAX];
    char name[AVAHI_LABEL_MAX];      // in use or being tried
    char told_name[AVAHI_LABEL_MAX]; // reported in the last line `name`
    char told_host[AVAHI_DOMAIN_NAME_MAX]; // reported in the last line `host`
    int host_conflicts; // since a host name was accepted
    int has_failed;
    unsigned dropped, told_dropped;
    int lacks_some; // a service was dropped since the browser began
    mdns_service services[MDNS_SERVICES];
    mdns_query queries[MDNS_QUERIES];
    atomic_int lookups; // threads that look up names with the C library
    char line[MDNS_LINE]; // input
    size_t line_length;
    int is_too_long;
};

// Writes a line of words to the box; NULL ends the words. May be called from any thread. Ends the process if the reader
// is gone.
void mdns_tell(mdns *mdns, const char *word, ...) __attribute__((sentinel));
// Reports why the process fails, and ends it.
void mdns_fail(mdns *mdns, const char *reason);
// Reads pending bytes from `in`, and executes whole lines.
void mdns_read(mdns *mdns);

// Publishes under another name.
void mdns_rename(mdns *mdns, const char *name);
// Publishes the page at another TCP port; 0 withdraws it.
void mdns_move_page(mdns *mdns, uint16_t port);
// Begins to browse. Returns 0, or -1 after a failure.
int mdns_browse(mdns *mdns);
// Looks up the addresses of a host name, and reports each address.
void mdns_resolve(mdns *mdns, const char *name);
// Writes an address as text, with its interface if it is link-local. Returns 0, or -1 if the interface no longer
// exists.
int mdns_address(const AvahiAddress *address, AvahiIfIndex interface, char *text, size_t size);
// Reports again which services are not ours, after our name has changed.
void mdns_review(mdns *mdns);
