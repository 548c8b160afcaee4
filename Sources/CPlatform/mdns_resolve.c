// Finds the addresses of host names (N3): those under `.local` by mDNS, others by the C library.
#include <avahi-common/error.h>
#include <netdb.h>
#include <pthread.h>
#include <strings.h>

#include "CPlatform.h"
#include "mdns.h"

// Whether a name is resolved by mDNS: it ends in `.local`, with or without a final dot (RFC 6762, 3).
static int is_local(const char *name) {
    static const char suffix[] = ".local";
    size_t length = strlen(name);
    if (length > 0 && name[length - 1] == '.') length--;
    return length > sizeof suffix - 1 && strncasecmp(name + length - (sizeof suffix - 1), suffix, sizeof suffix - 1) == 0;
}

static void answered(AvahiSHostNameResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiResolverEvent event, const char *name, const AvahiAddress *address, AvahiLookupResultFlags flags,
    void *context) {
    (void)protocol, (void)name, (void)flags;
    mdns_query *query = context;
    if (event == AVAHI_RESOLVER_FOUND && address) {
        char text[AVAHI_ADDRESS_STR_MAX + 1 + IF_NAMESIZE];
        if (mdns_address(address, interface, text, sizeof text) == 0)
            mdns_tell(query->owner, "address", query->name, text, NULL);
    }
    // One answer is enough; the box asks again if it does not reach the peer.
    avahi_s_host_name_resolver_free(resolver);
    query->resolver = NULL;
}

static void ask(mdns *mdns, const char *name, AvahiProtocol version) {
    for (int i = 0; i < MDNS_QUERIES; i++) {
        mdns_query *query = &mdns->queries[i];
        if (query->resolver) {
            if (query->version == version && strcmp(query->name, name) == 0) return;
            continue;
        }
        query->owner = mdns;
        query->version = version;
        snprintf(query->name, sizeof query->name, "%s", name);
        query->resolver = avahi_s_host_name_resolver_new(mdns->server, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, query->name,
            version, AVAHI_LOOKUP_USE_MULTICAST, answered, query);
        return;
    }
}

#ifdef TREADLE_STATIC
// The C library of an appliance cannot resolve host names. Peers of an appliance have addresses or names under
// `.local`.
static void look_up(mdns *mdns, const char *name) { (void)mdns, (void)name; }
#else
// Runs in a thread of its own, because getaddrinfo may take half a minute and mDNS must go on meanwhile.
static void *look_up_apart(void *context) {
    mdns_query *query = context;
    mdns *mdns = query->owner;
    struct addrinfo *found = NULL, hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    char text[NI_MAXHOST];
    if (getaddrinfo(query->name, NULL, &hints, &found) == 0) {
        for (struct addrinfo *next = found; next; next = next->ai_next) {
            if (getnameinfo(next->ai_addr, next->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST) == 0)
                mdns_tell(mdns, "address", query->name, text, NULL);
        }
        freeaddrinfo(found);
    }
    free(query);
    atomic_fetch_sub(&mdns->lookups, 1);
    return NULL;
}

static void look_up(mdns *mdns, const char *name) {
    pthread_t thread;
    if (atomic_fetch_add(&mdns->lookups, 1) < MDNS_QUERIES) {
        mdns_query *query = calloc(1, sizeof *query);
        if (query) {
            query->owner = mdns;
            snprintf(query->name, sizeof query->name, "%s", name);
            if (pthread_create(&thread, NULL, look_up_apart, query) == 0) {
                pthread_detach(thread);
                return;
            }
            free(query);
        }
    }
    atomic_fetch_sub(&mdns->lookups, 1);
}
#endif

void mdns_resolve(mdns *mdns, const char *name) {
    if (strlen(name) >= AVAHI_DOMAIN_NAME_MAX) return;
    if (!is_local(name)) {
        look_up(mdns, name);
        return;
    }
    ask(mdns, name, AVAHI_PROTO_INET);
    ask(mdns, name, AVAHI_PROTO_INET6);
}
