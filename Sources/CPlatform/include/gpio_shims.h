// Lines of a GPIO chip through libgpiod. Version 1 (Debian 12) and version 2 (Debian 13) have different interfaces, so
// Swift sees neither.
#pragma once
#include <stdint.h>

struct gpiod_chip;
typedef struct treadle_gpio_line treadle_gpio_line;

// What a line is for. An input reports both edges, and its resistor is left as it is, switched off, or pulls.
enum treadle_gpio_use {
    TREADLE_GPIO_INPUT,
    TREADLE_GPIO_INPUT_NO_PULL,
    TREADLE_GPIO_INPUT_PULL_UP,
    TREADLE_GPIO_INPUT_PULL_DOWN,
    TREADLE_GPIO_OUTPUT,
};

// Opens the chip at `path`; NULL and errno on failure. A device that is no chip is ENOTTY in version 1, ENODEV in 2.
struct gpiod_chip *treadle_gpio_open(const char *path);
// Requests a line for this program alone; an output is not active. NULL and errno on failure, which is ENOENT where the
// chip has no such line. The chip belongs to the line afterwards; a failure closes it.
treadle_gpio_line *treadle_gpio_request(
    struct gpiod_chip *chip, unsigned number, enum treadle_gpio_use use, int active_low);
// Gives the line back and frees it.
void treadle_gpio_close(treadle_gpio_line *line);
// The descriptor of an input, readable when there is an edge.
int treadle_gpio_descriptor(const treadle_gpio_line *line);

// The loop calls these: they allocate nothing and never wait.
// Reads the next edge of an input: 1, whether the line is active afterwards, and when in ns of CLOCK_MONOTONIC; 0: there
// is none.
int treadle_gpio_next_edge(treadle_gpio_line *line, int *active, uint64_t *time);
// Whether the line is active: 1 or 0, or -errno.
int treadle_gpio_value(treadle_gpio_line *line);
// Makes an output active or not; 0 or -errno.
int treadle_gpio_set(treadle_gpio_line *line, int active);
