// Finds the services of others (N2). Each service has a resolver as long as it exists, so that a new address or port is
// also reported.
#include <avahi-common/error.h>
#include <avahi-common/timeval.h>

#include "CPlatform.h"
#include "mdns.h"

static const char *version(AvahiProtocol protocol) { return protocol == AVAHI_PROTO_INET6 ? "ipv6" : "ipv4"; }

// Compares the host too, because another host may have our service name until one of the two is renamed.
static int is_ours(const mdns_service *service) {
    const mdns *mdns = service->owner;
    return strcmp(service->name, mdns->name) == 0 &&
           avahi_domain_equal(service->host, avahi_server_get_host_name_fqdn(mdns->server));
}

static void tell_lost(mdns_service *service) {
    if (!service->is_told) return;
    service->is_told = 0;
    mdns_tell(service->owner, "lost", service->interface_name, version(service->protocol), service->name, NULL);
}

static void tell_found(mdns_service *service) {
    char port[8];
    snprintf(port, sizeof port, "%u", service->port);
    service->is_told = 1;
    mdns_tell(service->owner, "found", service->interface_name, version(service->protocol), service->name,
        service->host, service->address, port, NULL);
}

static void write_address(const AvahiAddress *address, const char *interface, char *text, size_t size) {
    char number[AVAHI_ADDRESS_STR_MAX];
    avahi_address_snprint(number, sizeof number, address);
    int is_link_local = address->proto == AVAHI_PROTO_INET6 && address->data.ipv6.address[0] == 0xFE &&
                        (address->data.ipv6.address[1] & 0xC0) == 0x80;
    snprintf(text, size, "%s%s%s", number, is_link_local ? "%" : "", is_link_local ? interface : "");
}

int mdns_address(const AvahiAddress *address, AvahiIfIndex interface, char *text, size_t size) {
    char name[IF_NAMESIZE];
    if (!if_indextoname((unsigned)interface, name)) return -1;
    write_address(address, name, text, size);
    return 0;
}

static void resolved(AvahiSServiceResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiResolverEvent event, const char *name, const char *type, const char *domain, const char *host,
    const AvahiAddress *address, uint16_t port, AvahiStringList *text, AvahiLookupResultFlags flags, void *context) {
    (void)resolver, (void)interface, (void)protocol, (void)name, (void)type, (void)domain, (void)text, (void)flags;
    mdns_service *service = context;
    // A failure means that the service did not answer in time. Its resolver keeps listening.
    if (event != AVAHI_RESOLVER_FOUND || address == NULL || port == 0) {
        service->port = 0;
        tell_lost(service);
        return;
    }
    write_address(address, service->interface_name, service->address, sizeof service->address);
    snprintf(service->host, sizeof service->host, "%s", host);
    service->port = port;
    if (is_ours(service)) tell_lost(service);
    else tell_found(service);
}

static mdns_service *find(mdns *mdns, AvahiIfIndex interface, AvahiProtocol protocol, const char *name) {
    for (int i = 0; i < MDNS_SERVICES; i++) {
        mdns_service *service = &mdns->services[i];
        if (service->resolver && service->interface == interface && service->protocol == protocol &&
            strcmp(service->name, name) == 0)
            return service;
    }
    return NULL;
}

static void browse_again(AvahiTimeout *timeout, void *context);

// In a second, reports the number of dropped services, and browses again if there is room.
static void wait_for_room(mdns *mdns) {
    struct timeval when;
    const AvahiPoll *poll = avahi_simple_poll_get(mdns->poll);
    if (!mdns->again) mdns->again = poll->timeout_new(poll, avahi_elapse_time(&when, 1000, 0), browse_again, mdns);
}

static void add(mdns *mdns, AvahiIfIndex interface, AvahiProtocol protocol, const char *name) {
    int slot = 0;
    while (slot < MDNS_SERVICES && mdns->services[slot].resolver) slot++;
    if (slot == MDNS_SERVICES) {
        mdns->dropped++;
        mdns->lacks_some = 1;
        wait_for_room(mdns);
        return;
    }
    mdns_service *service = &mdns->services[slot];
    *service = (mdns_service){.owner = mdns, .interface = interface, .protocol = protocol};
    // The interface may have disappeared again.
    if (!if_indextoname((unsigned)interface, service->interface_name)) return;
    snprintf(service->name, sizeof service->name, "%s", name);
    service->resolver = avahi_s_service_resolver_new(mdns->server, interface, protocol, name, MDNS_TYPE, NULL, protocol,
        AVAHI_LOOKUP_USE_MULTICAST | AVAHI_LOOKUP_NO_TXT, resolved, service);
}

static void browsed(AvahiSServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiBrowserEvent event, const char *name, const char *type, const char *domain, AvahiLookupResultFlags flags,
    void *context) {
    (void)browser, (void)type, (void)domain, (void)flags;
    mdns *mdns = context;
    if (event == AVAHI_BROWSER_FAILURE) {
        mdns_fail(mdns, avahi_strerror(avahi_server_errno(mdns->server)));
        return;
    }
    if (event != AVAHI_BROWSER_NEW && event != AVAHI_BROWSER_REMOVE) return;
    mdns_service *service = find(mdns, interface, protocol, name);
    if (event == AVAHI_BROWSER_NEW && !service) add(mdns, interface, protocol, name);
    if (event == AVAHI_BROWSER_REMOVE && service) {
        tell_lost(service);
        avahi_s_service_resolver_free(service->resolver);
        service->resolver = NULL;
        if (mdns->lacks_some) wait_for_room(mdns);
    }
}

int mdns_browse(mdns *mdns) {
    mdns->browser = avahi_s_service_browser_new(mdns->server, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, MDNS_TYPE, NULL,
        AVAHI_LOOKUP_USE_MULTICAST, browsed, mdns);
    if (mdns->browser) return 0;
    mdns_fail(mdns, avahi_strerror(avahi_server_errno(mdns->server)));
    return -1;
}

// A new browser reports all existing services; known services are skipped.
static void browse_again(AvahiTimeout *timeout, void *context) {
    mdns *mdns = context;
    char count[16];
    avahi_simple_poll_get(mdns->poll)->timeout_free(timeout);
    mdns->again = NULL;
    if (mdns->dropped != mdns->told_dropped) {
        mdns->told_dropped = mdns->dropped;
        snprintf(count, sizeof count, "%u", mdns->dropped);
        mdns_tell(mdns, "dropped", count, NULL);
    }
    int used = 0;
    for (int i = 0; i < MDNS_SERVICES; i++) used += mdns->services[i].resolver != NULL;
    if (used == MDNS_SERVICES || !mdns->lacks_some) return;
    mdns->lacks_some = 0;
    avahi_s_service_browser_free(mdns->browser);
    mdns_browse(mdns);
}

void mdns_review(mdns *mdns) {
    for (int i = 0; i < MDNS_SERVICES; i++) {
        mdns_service *service = &mdns->services[i];
        if (!service->resolver || service->port == 0) continue;
        if (is_ours(service)) tell_lost(service);
        else if (!service->is_told) tell_found(service);
    }
}
