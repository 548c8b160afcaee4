#include <errno.h>
#include <fcntl.h>
#include <sound/asound.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ump_shims.h"

// Requests of the kernel's interface that the headers of Debian 12 do not have yet.
#define UMP_NEXT_DEVICE _IOWR('U', 0x43, int)
#define UMP_ENDPOINT_OF_CARD _IOWR('U', 0x44, treadle_ump_endpoint)
#define UMP_BLOCK_OF_CARD _IOWR('U', 0x45, treadle_ump_block)
#define UMP_ENDPOINT _IOR('W', 0x40, treadle_ump_endpoint)
#define UMP_BLOCK _IOR('W', 0x41, treadle_ump_block)

static int result(int code) { return code < 0 ? -errno : 0; }

int treadle_ump_next(int control, int *device) { return result(ioctl(control, UMP_NEXT_DEVICE, device)); }

int treadle_ump_endpoint_of(int control, int device, treadle_ump_endpoint *endpoint) {
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->device = device;
    return result(ioctl(control, UMP_ENDPOINT_OF_CARD, endpoint));
}

int treadle_ump_block_of(int control, int device, int number, treadle_ump_block *block) {
    memset(block, 0, sizeof *block);
    block->device = device;
    block->number = (unsigned char)number;
    return result(ioctl(control, UMP_BLOCK_OF_CARD, block));
}

int treadle_ump_endpoint_at(int fd, treadle_ump_endpoint *endpoint) {
    memset(endpoint, 0, sizeof *endpoint);
    return result(ioctl(fd, UMP_ENDPOINT, endpoint));
}

int treadle_ump_block_at(int fd, int number, treadle_ump_block *block) {
    memset(block, 0, sizeof *block);
    block->number = (unsigned char)number;
    return result(ioctl(fd, UMP_BLOCK, block));
}

static int stream(int is_output) { return is_output ? SNDRV_RAWMIDI_STREAM_OUTPUT : SNDRV_RAWMIDI_STREAM_INPUT; }

int treadle_ump_configure(int fd, int is_output, unsigned long size) {
    struct snd_rawmidi_params parameters = {.stream = stream(is_output), .buffer_size = size};
    parameters.avail_min = is_output ? size / 2 : sizeof(uint32_t);
    parameters.no_active_sensing = 1;
    return result(ioctl(fd, SNDRV_RAWMIDI_IOCTL_PARAMS, &parameters));
}

long treadle_ump_available(int fd, int is_output, long *lost) {
    struct snd_rawmidi_status status = {.stream = stream(is_output)};
    if (ioctl(fd, SNDRV_RAWMIDI_IOCTL_STATUS, &status) < 0) return -errno;
    *lost += (long)status.xruns;
    return (long)status.avail;
}

void treadle_ump_drop(int fd, int is_output) {
    int which = stream(is_output);
    ioctl(fd, SNDRV_RAWMIDI_IOCTL_DROP, &which);
}
