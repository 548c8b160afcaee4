// Universal MIDI Packets of ALSA: rawmidi devices, and clients of the sequencer (Linux 6.5 and newer). Through the
// kernel's own interface, because libasound knows UMP only from 1.2.10 on, and Debian 12 has an older one.
#pragma once
#include <stdint.h>

/// A UMP endpoint, as the kernel describes it (struct snd_ump_endpoint_info).
typedef struct __attribute__((packed)) {
    int card, device;
    /// Bit 0: the function blocks never change.
    unsigned flags;
    /// Bit 8: MIDI 1.0 protocol; bit 9: MIDI 2.0 protocol; bits 0 and 1: JR timestamps.
    unsigned capabilities, protocol;
    unsigned block_count;
    /// Version of UMP: 0x0101 for 1.1.
    unsigned short version;
    unsigned short family, model;
    unsigned manufacturer;
    unsigned char revision[4];
    unsigned short padding;
    unsigned char name[128], product[128];
    unsigned char reserved[32];
} treadle_ump_endpoint;

/// A function block, as the kernel describes it (struct snd_ump_block_info).
typedef struct __attribute__((packed)) {
    int card, device;
    unsigned char number;
    /// Seen from the device: bit 0: it receives, bit 1: it sends (M2-104-UM 7.1.8).
    unsigned char direction;
    unsigned char is_active, first_group, group_count, ci_version, sysex8_streams, ui_hint;
    /// Bit 0: MIDI 1.0; bit 1: at 31.25 kbaud.
    unsigned flags;
    unsigned char name[128];
    unsigned char reserved[32];
} treadle_ump_block;

/// Finds the next UMP device of a card with the descriptor `control` of its control device. `*device` is the previous
/// device, at first -1, and becomes -1 when there are no more. Returns 0, or a negative errno, ENOTTY if the kernel has
/// no UMP.
int treadle_ump_next(int control, int *device);

/// Describes an endpoint of a card. Returns 0 or a negative errno.
int treadle_ump_endpoint_of(int control, int device, treadle_ump_endpoint *endpoint);

/// Describes a function block of an endpoint. Returns 0 or a negative errno.
int treadle_ump_block_of(int control, int device, int number, treadle_ump_block *block);

/// Describes the endpoint of an open UMP device. Returns 0 or a negative errno.
int treadle_ump_endpoint_at(int fd, treadle_ump_endpoint *endpoint);

/// Describes a function block of an open UMP device. Returns 0 or a negative errno.
int treadle_ump_block_at(int fd, int number, treadle_ump_block *block);

/// Sets the size in bytes of the kernel's buffer of one direction of an open device. An input becomes readable with
/// each word, an output becomes writable when half of its buffer is free. Returns 0 or a negative errno.
int treadle_ump_configure(int fd, int is_output, unsigned long size);

/// Returns how many bytes can be read or written, or a negative errno; adds to `lost` the input bytes that the kernel
/// has lost since the last call.
long treadle_ump_available(int fd, int is_output, long *lost);

/// Drops unread input or unsent output in the kernel.
void treadle_ump_drop(int fd, int is_output);

/// Opens a client of the sequencer that uses UMPs of the MIDI 2.0 protocol, non-blocking, with an endpoint and no
/// ports. Sets `*client` to its number. Returns its descriptor or a negative errno, EOPNOTSUPP if the kernel has no
/// UMP.
int treadle_ump_client_open(const treadle_ump_endpoint *endpoint, int input_pool, int *client);

/// Adds a function block to the client. Returns 0 or a negative errno.
int treadle_ump_client_block(int fd, int client, const treadle_ump_block *block);

/// Makes a port: 0 for the whole endpoint, 1...16 for a group. Other clients may write to it if the box `receives`, and
/// read from it if the box `sends`. Returns 0 or a negative errno.
int treadle_ump_client_port(int fd, int client, int number, const char *name, int receives, int sends);

/// The greatest number of events of one read or write: 512 bytes on the stack.
#define TREADLE_UMP_EVENTS 16

/// Reads at most `TREADLE_UMP_EVENTS` pending UMPs into `words`, which has room for four words each, without gaps.
/// `*left_at` becomes the number of words before the first notice that another client which sent to `client` has
/// disconnected, or -1. Returns the number of words, which may be 0, or a negative errno: EAGAIN for nothing to read,
/// ENOSPC if the kernel had no room and has discarded all pending UMPs.
long treadle_ump_client_read(int fd, int client, uint32_t *words, long *left_at);

/// Sends whole UMPs to the clients that read from the port of their group. Returns the number of UMPs for which a
/// reader had no room, or a negative errno if our client is gone.
long treadle_ump_client_write(int fd, const uint32_t *words, long count);
