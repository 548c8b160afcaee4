#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>

#include "CPlatform.h"

static int failed(int fd) {
    int error = -errno;
    close(fd);
    return error;
}

static uint64_t word64(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    return word;
}

static void store64(uint8_t *bytes, uint64_t word) {
    for (int i = 7; i >= 0; i--, word >>= 8) bytes[i] = (uint8_t)word;
}

// Converts an IPv4 address within IPv6, ::ffff:a.b.c.d, to an IPv4 address, so that a peer has one address on all
// sockets.
static void take6(struct treadle_address *address, const struct in6_addr *bytes, uint32_t scope) {
    memset(address, 0, sizeof *address);
    address->low = word64(bytes->s6_addr + 8);
    if (IN6_IS_ADDR_V4MAPPED(bytes)) {
        address->low &= 0xFFFFFFFFu;
        address->family = 4;
        return;
    }
    address->high = word64(bytes->s6_addr);
    address->family = 6;
    if (IN6_IS_ADDR_LINKLOCAL(bytes)) address->scope = scope;
}

static void take4(struct treadle_address *address, struct in_addr bytes) {
    memset(address, 0, sizeof *address);
    address->low = ntohl(bytes.s_addr);
    address->family = 4;
}

static void take(struct treadle_address *address, const struct sockaddr_storage *where) {
    if (where->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)where;
        take6(address, &in->sin6_addr, in->sin6_scope_id);
        address->port = ntohs(in->sin6_port);
    } else {
        const struct sockaddr_in *in = (const struct sockaddr_in *)where;
        take4(address, in->sin_addr);
        address->port = ntohs(in->sin_port);
    }
}

static struct in6_addr give6(const struct treadle_address *address) {
    struct in6_addr bytes;
    store64(bytes.s6_addr, address->family == 4 ? 0 : address->high);
    store64(bytes.s6_addr + 8, address->family == 4 ? 0xFFFF00000000u | address->low : address->low);
    return bytes;
}

// Converts an address to the kernel's structure for a socket of IPv6 or IPv4. Returns the size of the structure, or 0
// if the socket cannot reach the address.
static socklen_t give(const struct treadle_address *address, int family, struct sockaddr_storage *where) {
    memset(where, 0, sizeof *where);
    if (family == AF_INET6) {
        struct sockaddr_in6 *in = (struct sockaddr_in6 *)where;
        in->sin6_family = AF_INET6;
        in->sin6_addr = give6(address);
        in->sin6_port = htons(address->port);
        if (IN6_IS_ADDR_LINKLOCAL(&in->sin6_addr)) in->sin6_scope_id = address->scope;
        return sizeof *in;
    }
    if (address->family != 4) return 0;
    struct sockaddr_in *in = (struct sockaddr_in *)where;
    in->sin_family = AF_INET;
    in->sin_addr.s_addr = htonl((uint32_t)address->low);
    in->sin_port = htons(address->port);
    return sizeof *in;
}

int treadle_address_parse(const char *text, struct treadle_address *address) {
    char copy[TREADLE_ADDRESS_TEXT];
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, text, &four) == 1) {
        take4(address, four);
        return 0;
    }
    if (strlen(text) >= sizeof copy) return -EINVAL;
    strcpy(copy, text);
    char *scope = strchr(copy, '%');
    if (scope) *scope++ = 0;
    if (inet_pton(AF_INET6, copy, &six) != 1) return -EINVAL;
    uint32_t number = scope ? if_nametoindex(scope) : 0;
    if (scope && !number) return -ENODEV;
    take6(address, &six, number);
    return 0;
}

int treadle_address_text(const struct treadle_address *address, char *text) {
    if (address->family == 4) {
        struct in_addr four = {htonl((uint32_t)address->low)};
        return inet_ntop(AF_INET, &four, text, TREADLE_ADDRESS_TEXT) ? 0 : -EINVAL;
    }
    struct in6_addr six = give6(address);
    if (address->family != 6 || !inet_ntop(AF_INET6, &six, text, INET6_ADDRSTRLEN)) return -EINVAL;
    char name[IF_NAMESIZE];
    if (address->scope && if_indextoname(address->scope, name)) strcat(strcat(text, "%"), name);
    return 0;
}

static int family(int fd) {
    int family = AF_INET;
    socklen_t size = sizeof family;
    getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
    return family;
}

static int set(int fd, int level, int option, int value) {
    return setsockopt(fd, level, option, &value, sizeof value);
}

// Marks the packets of a session as expedited forwarding (RFC 3246), which goes in a radio's voice queue (L8). Without
// the mark they still arrive, so errors are ignored.
static void mark(int fd, int family) {
    enum { EXPEDITED_FORWARDING = 46 << 2 };
    // Also for IPv6 sockets, which send to IPv4 addresses too.
    set(fd, IPPROTO_IP, IP_TOS, EXPEDITED_FORWARDING);
    if (family == AF_INET6) set(fd, IPPROTO_IPV6, IPV6_TCLASS, EXPEDITED_FORWARDING);
}

static int open_family(int family, int shared) {
    int fd = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    mark(fd, family);
    if (shared && set(fd, SOL_SOCKET, SO_REUSEADDR, 1) < 0) return failed(fd);
    return fd;
}

int treadle_udp_open(uint16_t port, int shared) {
    struct treadle_address any = {.family = 6, .port = port};
    struct sockaddr_storage where;
    int fd = open_family(AF_INET6, shared);
    if (fd >= 0) {
        socklen_t size = give(&any, AF_INET6, &where);
        int is_ready = set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0) == 0 && set(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, 1) == 0;
        if (is_ready && bind(fd, (struct sockaddr *)&where, size) == 0) return fd;
        if (errno == EADDRINUSE || errno == EACCES) return failed(fd);
        // IPv6 is compiled in, but switched off.
        close(fd);
    }
    any.family = 4;
    fd = open_family(AF_INET, shared);
    if (fd < 0) return fd;
    socklen_t size = give(&any, AF_INET, &where);
    if (set(fd, IPPROTO_IP, IP_PKTINFO, 1) < 0 || bind(fd, (struct sockaddr *)&where, size) < 0) return failed(fd);
    return fd;
}

int treadle_udp_connect(const struct treadle_address *local, const struct treadle_address *peer) {
    if (local->family != peer->family) return -EAFNOSUPPORT;
    int domain = local->family == 6 ? AF_INET6 : AF_INET;
    struct sockaddr_storage where;
    int fd = open_family(domain, 1);
    if (fd < 0) return fd;
    socklen_t size = give(local, domain, &where);
    if (bind(fd, (struct sockaddr *)&where, size) < 0) return failed(fd);
    size = give(peer, domain, &where);
    if (connect(fd, (struct sockaddr *)&where, size) < 0) return failed(fd);
    // Discards datagrams of other senders, which the socket received before it was connected.
    uint8_t byte;
    while (recv(fd, &byte, 1, MSG_DONTWAIT) >= 0) {}
    return fd;
}

long treadle_udp_receive(
    int fd, void *bytes, size_t count, struct treadle_address *from, struct treadle_address *local) {
    struct sockaddr_storage where = {0};
    union {
        struct cmsghdr header;
        uint8_t bytes[CMSG_SPACE(sizeof(struct in6_pktinfo)) + CMSG_SPACE(sizeof(struct in_pktinfo))];
    } control;
    struct iovec data = {bytes, count};
    struct msghdr message = {
        .msg_name = &where, .msg_namelen = sizeof where, .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = sizeof control};
    memset(local, 0, sizeof *local);
    ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT);
    if (got < 0) return -errno;
    take(from, &where);
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_PKTINFO) {
            struct in6_pktinfo info;
            memcpy(&info, CMSG_DATA(part), sizeof info);
            take6(local, &info.ipi6_addr, 0);
            local->scope = info.ipi6_ifindex;
        } else if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_PKTINFO) {
            struct in_pktinfo info;
            memcpy(&info, CMSG_DATA(part), sizeof info);
            take4(local, info.ipi_addr);
            local->scope = (uint32_t)info.ipi_ifindex;
        }
    }
    return got;
}

long treadle_udp_send(
    int fd, const void *bytes, size_t count, const struct treadle_address *to, const struct treadle_address *local) {
    int domain = family(fd);
    struct sockaddr_storage where;
    struct iovec data = {(void *)bytes, count};
    struct msghdr message = {.msg_name = &where, .msg_iov = &data, .msg_iovlen = 1};
    union {
        struct cmsghdr header;
        uint8_t bytes[CMSG_SPACE(sizeof(struct in6_pktinfo))];
    } control = {0};
    message.msg_namelen = give(to, domain, &where);
    if (!message.msg_namelen) return -EAFNOSUPPORT;
    if (local->family == to->family) {
        message.msg_control = &control;
        if (domain == AF_INET6) {
            struct in6_pktinfo info = {.ipi6_addr = give6(local), .ipi6_ifindex = local->scope};
            control.header.cmsg_level = IPPROTO_IPV6;
            control.header.cmsg_type = IPV6_PKTINFO;
            control.header.cmsg_len = CMSG_LEN(sizeof info);
            message.msg_controllen = CMSG_SPACE(sizeof info);
            memcpy(CMSG_DATA(&control.header), &info, sizeof info);
        } else {
            struct in_pktinfo info = {
                .ipi_spec_dst.s_addr = htonl((uint32_t)local->low), .ipi_ifindex = (int)local->scope};
            control.header.cmsg_level = IPPROTO_IP;
            control.header.cmsg_type = IP_PKTINFO;
            control.header.cmsg_len = CMSG_LEN(sizeof info);
            message.msg_controllen = CMSG_SPACE(sizeof info);
            memcpy(CMSG_DATA(&control.header), &info, sizeof info);
        }
    }
    ssize_t sent = sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 ? -errno : sent;
}

int treadle_tcp_listen(const char *address, uint16_t port) {
    struct treadle_address local = {.family = 6};
    if (address && treadle_address_parse(address, &local) < 0) return -EINVAL;
    local.port = port;
    int on = 1, off = 0, version = local.family == 4 ? AF_INET : AF_INET6;
    int fd = socket(version, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 && errno == EAFNOSUPPORT && !address) {
        version = AF_INET;
        local.family = 4;
        fd = socket(version, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    }
    if (fd < 0) return -errno;
    // Connections of a box that has just ended do not keep the port.
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (version == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    struct sockaddr_storage where;
    socklen_t size = give(&local, version, &where);
    if (bind(fd, (struct sockaddr *)&where, size) < 0 || listen(fd, 128) < 0) return failed(fd);
    return fd;
}

int treadle_udp_port(int fd) {
    struct sockaddr_storage where = {0};
    struct treadle_address address;
    socklen_t size = sizeof where;
    if (getsockname(fd, (struct sockaddr *)&where, &size) < 0) return -errno;
    take(&address, &where);
    return address.port;
}

int treadle_interface_addresses(struct treadle_interface_address *addresses, int most) {
    struct ifaddrs *list;
    if (getifaddrs(&list) < 0) return -errno;
    int count = 0;
    for (struct ifaddrs *one = list; one && count < most; one = one->ifa_next) {
        if (!one->ifa_addr || !(one->ifa_flags & IFF_UP)) continue;
        if (one->ifa_addr->sa_family != AF_INET && one->ifa_addr->sa_family != AF_INET6) continue;
        struct treadle_interface_address *given = addresses + count++;
        memset(given, 0, sizeof *given);
        struct sockaddr_storage where = {0};
        int is_six = one->ifa_addr->sa_family == AF_INET6;
        memcpy(&where, one->ifa_addr, is_six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
        take(&given->address, &where);
        given->address.scope = if_nametoindex(one->ifa_name);
        strncpy(given->interface, one->ifa_name, sizeof given->interface - 1);
        given->is_loopback = (one->ifa_flags & IFF_LOOPBACK) != 0;
        given->is_running = (one->ifa_flags & IFF_RUNNING) != 0;
    }
    freeifaddrs(list);
    return count;
}

int treadle_interface_exists(const char *name) { return if_nametoindex(name) != 0; }

int treadle_interface_name(uint32_t number, char *name) { return if_indextoname(number, name) ? 0 : -errno; }

int treadle_address_watch_open(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return -errno;
    struct sockaddr_nl where = {
        .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
    if (bind(fd, (struct sockaddr *)&where, sizeof where) < 0) return failed(fd);
    return fd;
}

int treadle_address_watch_drain(int fd) {
    uint8_t bytes[256];
    int has_changes = 0;
    for (;;) {
        ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        // ENOBUFS means that the kernel had no room for a change.
        if (got < 0 && errno != ENOBUFS && errno != EINTR) return has_changes;
        has_changes = 1;
    }
}

int treadle_random(void *bytes, size_t count) {
    ssize_t got;
    do got = getrandom(bytes, count, 0);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)count ? 0 : -EIO;
}
