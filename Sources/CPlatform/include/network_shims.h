// UDP sockets, addresses of the machine's interfaces, and a watch for their changes. All functions return -errno on
// failure.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A UDP address and port. The bytes of the address as numbers: an IPv6 address fills both words, an IPv4 address the
// lower half of `low`.
struct treadle_address {
    uint64_t high, low;
    // The interface of an IPv6 link-local address or, in our own address of a datagram, the interface that received the
    // datagram; else 0.
    uint32_t scope;
    uint16_t port;
    // The IP version: 4, 6, or 0 for none.
    uint8_t family;
};

// Reads "192.0.2.7", "fe80::1%eth0" or "2001:db8::1", without port. Returns 0 or -EINVAL; -ENODEV without such an
// interface.
int treadle_address_parse(const char *text, struct treadle_address *address);
enum { TREADLE_ADDRESS_TEXT = 64 };
// Writes the address without port, at most TREADLE_ADDRESS_TEXT bytes with the final zero. Returns 0 or -EINVAL.
int treadle_address_text(const struct treadle_address *address, char *text);

// Makes a non-blocking UDP socket that receives at a port on all addresses, IPv6 and IPv4; only IPv4 on a machine
// without IPv6. With `shared`, other sockets can be bound to one of the addresses and the same port.
int treadle_udp_open(uint16_t port, int shared);
// Makes a non-blocking UDP socket that is bound to `local` and connected to `peer`: from then on only datagrams of
// `peer` arrive at it, and they arrive nowhere else.
int treadle_udp_connect(const struct treadle_address *local, const struct treadle_address *peer);
// Receives a datagram with its sender, and the address and interface at which it arrived. Returns its size, cut to
// `count`; -EAGAIN if none waits.
long treadle_udp_receive(
    int fd, void *bytes, size_t count, struct treadle_address *from, struct treadle_address *local);
// Sends a datagram. Its source is the address and interface of `local`; the kernel chooses one if `local->family` is 0.
long treadle_udp_send(
    int fd, const void *bytes, size_t count, const struct treadle_address *to, const struct treadle_address *local);
// Makes a non-blocking TCP socket that listens at a port of one address, or with NULL of all addresses, IPv6 and IPv4;
// only IPv4 on a machine without IPv6.
int treadle_tcp_listen(const char *address, uint16_t port);
// Returns the port that a UDP or TCP socket is bound to.
int treadle_udp_port(int fd);

// One address of an interface that is up.
struct treadle_interface_address {
    // The address; its `scope` is the number of the interface.
    struct treadle_address address;
    char interface[16];
    int is_loopback;
    // Whether the link has a carrier.
    int is_running;
};
// Fills at most `most` addresses and returns their number.
int treadle_interface_addresses(struct treadle_interface_address *addresses, int most);
// Writes the name of the interface with a number, at most 16 bytes with the final zero. Returns 0 or -errno.
int treadle_interface_name(uint32_t number, char *name);
// Returns 1 if there is an interface of that name, up or not, else 0.
int treadle_interface_exists(const char *name);

// Opens a socket of rtnetlink(7) that becomes readable when addresses or links change.
int treadle_address_watch_open(void);
// Reads all pending changes. Returns 1 if there was one, else 0.
int treadle_address_watch_drain(int fd);

// Fills memory with random bytes (getrandom(2)). Returns 0 or -errno.
int treadle_random(void *bytes, size_t count);
