// Lines of a GPIO chip, with libgpiod. Version 1 (Debian 12) and version 2 (Debian 13) have different interfaces, so
// Swift uses neither directly.
#pragma once
#include <stdint.h>

struct gpiod_chip;
typedef struct treadle_gpio_line treadle_gpio_line;

// The use of a line. An input reports both edges; its pull resistor is switched off, or pulls.
enum treadle_gpio_use {
    TREADLE_GPIO_INPUT_NO_PULL,
    TREADLE_GPIO_INPUT_PULL_UP,
    TREADLE_GPIO_INPUT_PULL_DOWN,
    TREADLE_GPIO_OUTPUT,
};

// Opens the chip at `path`. Returns NULL and errno on failure: ENOTTY (version 1) or ENODEV (version 2) for other
// devices.
struct gpiod_chip *treadle_gpio_open(const char *path);
// Requests a line for this program alone; an output starts inactive. Takes ownership of the chip, and closes it on
// failure. Returns NULL and errno on failure: ENOENT if the chip has no such line.
treadle_gpio_line *treadle_gpio_request(
    struct gpiod_chip *chip, unsigned number, enum treadle_gpio_use use, int active_low);
// Releases the line and frees it.
void treadle_gpio_close(treadle_gpio_line *line);
// Returns the descriptor of an input, readable when there is an edge.
int treadle_gpio_descriptor(const treadle_gpio_line *line);

// The loop calls the following functions. They allocate nothing and never wait.

// Reads the next edge of an input: whether the line is active after it, and its time in ns of CLOCK_MONOTONIC. Returns
// 1, or 0 if there is none.
int treadle_gpio_next_edge(treadle_gpio_line *line, int *active, uint64_t *time);
// Returns 1 if the line is active, else 0, or -errno.
int treadle_gpio_value(treadle_gpio_line *line);
// Sets an output active or inactive. Returns 0 or -errno.
int treadle_gpio_set(treadle_gpio_line *line, int active);
