// Bluetooth sockets of the kernel (net/bluetooth), for the process `treadle bluetooth-process`: management, events of
// the controller, and links of the attribute protocol. The constants are written out, because the box has no BlueZ. All
// functions return -errno on failure, and no descriptor waits.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Opens the management socket. Needs CAP_NET_ADMIN to be heard.
int treadle_bluetooth_management(void);
// Opens a raw socket of a controller. It receives connections, intervals, encryptions and ends of links, the answers to
// Read Local Version Information, and requests and responses of pairing, of both sides; all else stays in the kernel.
// Needs CAP_NET_RAW.
int treadle_bluetooth_raw(uint16_t controller);
// Listens for links of the attribute protocol (L2CAP, the fixed channel 4) at the controller's public address.
int treadle_att_listen(void);
// Accepts a link. Fills the peer's address, its last byte first, and the type, 1 for public and 2 for random.
int treadle_att_accept(int listener, uint8_t address[7]);
// Begins to connect to an address in the form of treadle_att_accept. The socket is writable when that is over.
int treadle_att_connect(const uint8_t address[7]);
// Whether connecting has succeeded: 0 or -errno.
int treadle_att_connected(int link);
// Encrypts a link, and pairs if there is no key. Nothing can be sent until that is over. Returns 0 or -errno.
int treadle_att_secure(int link);
// Makes the kernel keep as few packets of a link as it can (B10). Returns 0 or -errno.
int treadle_att_keep_little(int link);
// Reads the next PDU, and leaves it where it is if `peek` is not 0. Returns the size; 0 for an empty PDU, -EAGAIN
// without one, -EPIPE at the end of the link.
long treadle_att_receive(int link, void *bytes, size_t count, int peek);
// Sends a packet to a Bluetooth socket. Returns 0 or -errno.
int treadle_bluetooth_send(int socket, const void *bytes, size_t count);

// Sends a line as one packet, and with it a descriptor unless that is negative. Waits at most 2 s for a slow reader.
// Returns 0 or -errno.
int treadle_line_send(int socket, const void *bytes, size_t count, int descriptor);
