// Lines of a GPIO chip by the kernel's character device, second version of its interface (Linux 5.10).
#pragma once
#include <linux/gpio.h>
#include <stdint.h>

// Requests a line: the chip's descriptor, the line's number, GPIO_V2_LINE_FLAG_… A descriptor that never waits, or -errno; -ENOENT
// where the chip has no such line.
int treadle_gpio_request(int chip, uint32_t line, uint64_t flags);
// The next edge of an input: 1, whether the line is active afterwards, and when in ns of CLOCK_MONOTONIC; 0: there is none.
int treadle_gpio_next_edge(int fd, int *active, uint64_t *time);
// Whether the line is active: 1 or 0, or -errno.
int treadle_gpio_value(int fd);
// Makes an output active or not; 0 or -errno.
int treadle_gpio_set(int fd, int active);
