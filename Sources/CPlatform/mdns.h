// What the parts of the mDNS process share: mdns.c publishes, mdns_browse.c browses, mdns_resolve.c finds hosts,
// mdns_lines.c reads and writes lines.
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

enum {
    // Services of others, one for each interface and IP version. Further ones are dropped and counted; they are looked
    // for again when there is room.
    MDNS_SERVICES = 256,
    // Bytes of a line in either direction. Two names of 1 KB, each byte as four.
    MDNS_LINE = 8192,
    // Host names that are looked for at a time, twice as many as a box has peers: IPv4 and IPv6 apart. It asks again
    // for one that has no room.
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
    // Valid if `port` is not 0, which means that it has not been resolved.
    char host[AVAHI_DOMAIN_NAME_MAX];
    char address[AVAHI_ADDRESS_STR_MAX + 1 + IF_NAMESIZE];
    uint16_t port;
    int is_told;
} mdns_service;

// A host name that is looked for by one IP version.
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
    uint16_t port;
    char wanted_name[AVAHI_LABEL_MAX];
    char name[AVAHI_LABEL_MAX];      // in use or being tried
    char told_name[AVAHI_LABEL_MAX]; // in the last line `name`
    int host_conflicts; // since a host name was accepted
    int has_failed;
    unsigned dropped, told_dropped;
    int lacks_some; // a service was dropped since the browser began
    mdns_service services[MDNS_SERVICES];
    mdns_query queries[MDNS_QUERIES];
    atomic_int lookups; // threads that ask the C library
    char line[MDNS_LINE]; // input
    size_t line_length;
    int is_too_long;
};

// Writes a line of words, from any thread; NULL ends them. Ends the process if nobody reads.
void mdns_tell(mdns *mdns, const char *word, ...) __attribute__((sentinel));
// Writes why the process ends, and ends it.
void mdns_fail(mdns *mdns, const char *reason);
// Reads what has come from `in`, and obeys whole lines.
void mdns_read(mdns *mdns);

// Publishes under another name.
void mdns_rename(mdns *mdns, const char *name);
// Browses from now on. Returns 0, or -1 after a failure.
int mdns_browse(mdns *mdns);
// Looks for the addresses of a host name and tells each that is found.
void mdns_resolve(mdns *mdns, const char *name);
// Writes an address as text, with its interface if it is link-local. Returns 0, or -1 if the interface has gone.
int mdns_address(const AvahiAddress *address, AvahiIfIndex interface, char *text, size_t size);
// Tells anew what is not ours, after the name in use has changed.
void mdns_review(mdns *mdns);
