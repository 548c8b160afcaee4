#include <errno.h>
#include <poll.h>
#include <sound/asound.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "gadget_shims.h"

int treadle_gadget_mode(int control) {
    struct snd_ctl_elem_value value;
    memset(&value, 0, sizeof value);
    value.id.iface = SNDRV_CTL_ELEM_IFACE_RAWMIDI;
    snprintf((char *)value.id.name, sizeof value.id.name, "Operation Mode");
    if (ioctl(control, SNDRV_CTL_IOCTL_ELEM_READ, &value) < 0) return -errno;
    return (int)value.value.integer.value[0];
}

int treadle_wait_attribute(int attribute, int input, int milliseconds) {
    struct pollfd polled[2] = {{.fd = attribute, .events = POLLPRI}, {.fd = input, .events = POLLIN}};
    if (poll(polled, 2, milliseconds) < 0) return errno == EINTR ? 0 : -errno;
    return (polled[0].revents ? 1 : 0) | (polled[1].revents ? 2 : 0);
}
