#include "gpio_shims.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

// What other programs see as the user of the line.
#define CONSUMER "treadle"

int treadle_gpio_request(int chip, uint32_t line, uint64_t flags) {
    struct gpio_v2_line_info info = {.offset = line};
    if (ioctl(chip, GPIO_V2_GET_LINEINFO_IOCTL, &info) < 0) return errno == EINVAL ? -ENOENT : -errno;
    struct gpio_v2_line_request request = {
        .offsets = {line}, .consumer = CONSUMER, .config = {.flags = flags}, .num_lines = 1};
    if (ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) < 0) return -errno;
    fcntl(request.fd, F_SETFL, O_NONBLOCK);
    return request.fd;
}

int treadle_gpio_next_edge(int fd, int *active, uint64_t *time) {
    struct gpio_v2_line_event event;
    if (read(fd, &event, sizeof event) != (ssize_t)sizeof event) return 0;
    *active = event.id == GPIO_V2_LINE_EVENT_RISING_EDGE;
    *time = event.timestamp_ns;
    return 1;
}

int treadle_gpio_value(int fd) {
    struct gpio_v2_line_values values = {.mask = 1};
    if (ioctl(fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0) return -errno;
    return (int)(values.bits & 1);
}

int treadle_gpio_set(int fd, int active) {
    struct gpio_v2_line_values values = {.bits = active != 0, .mask = 1};
    return ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0 ? -errno : 0;
}
