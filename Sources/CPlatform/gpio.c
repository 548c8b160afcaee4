#include "gpio_shims.h"
#include "file_shims.h"
#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

// Only version 1 of libgpiod defines this.
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define LIBGPIOD_1
#endif

// The user of the line, as shown to other programs.
#define CONSUMER "treadle"

#ifdef LIBGPIOD_1

// The chip owns the memory of the line.
struct treadle_gpio_line {
    struct gpiod_chip *chip;
    struct gpiod_line *line;
};

// Requests a line. Returns 0 or -errno.
static int request(treadle_gpio_line *to, unsigned number, enum treadle_gpio_use use, int active_low) {
    to->line = gpiod_chip_get_line(to->chip, number);
    if (!to->line) return errno == EINVAL ? -ENOENT : -errno;
    int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
    switch (use) {
    case TREADLE_GPIO_OUTPUT:
        return gpiod_line_request_output_flags(to->line, CONSUMER, flags, 0) < 0 ? -errno : 0;
    case TREADLE_GPIO_INPUT_NO_PULL: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE; break;
    case TREADLE_GPIO_INPUT_PULL_UP: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP; break;
    case TREADLE_GPIO_INPUT_PULL_DOWN: flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN; break;
    }
    return gpiod_line_request_both_edges_events_flags(to->line, CONSUMER, flags) < 0 ? -errno : 0;
}

// Releases the line.
static void release(treadle_gpio_line *line) {
    if (line->line) gpiod_line_release(line->line);
    gpiod_chip_close(line->chip);
}

int treadle_gpio_descriptor(const treadle_gpio_line *line) { return gpiod_line_event_get_fd(line->line); }

int treadle_gpio_next_edge(treadle_gpio_line *line, int *active, uint64_t *time) {
    struct gpiod_line_event event;
    if (gpiod_line_event_read(line->line, &event) < 0) return 0;
    *active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    *time = (uint64_t)event.ts.tv_sec * 1000000000u + (uint64_t)event.ts.tv_nsec;
    return 1;
}

int treadle_gpio_value(treadle_gpio_line *line) {
    int value = gpiod_line_get_value(line->line);
    return value < 0 ? -errno : value;
}

int treadle_gpio_set(treadle_gpio_line *line, int active) {
    return gpiod_line_set_value(line->line, active != 0) < 0 ? -errno : 0;
}

#else

// The number of unread edges that the kernel stores. A full buffer drops the oldest edges, with which a press begins.
// Version 1 stores the first 16.
#define KEPT_EDGES 256

struct treadle_gpio_line {
    struct gpiod_chip *chip;
    struct gpiod_line_request *request;
    // Room for one edge, so that reading allocates nothing; NULL for an output.
    struct gpiod_edge_event_buffer *edges;
    unsigned number;
};

// Fills the settings for a use of a line. Returns 0 or -1.
static int describe(struct gpiod_line_settings *settings, enum treadle_gpio_use use, int active_low) {
    enum gpiod_line_bias bias = GPIOD_LINE_BIAS_AS_IS;
    gpiod_line_settings_set_active_low(settings, active_low != 0);
    switch (use) {
    case TREADLE_GPIO_OUTPUT: return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    case TREADLE_GPIO_INPUT_NO_PULL: bias = GPIOD_LINE_BIAS_DISABLED; break;
    case TREADLE_GPIO_INPUT_PULL_UP: bias = GPIOD_LINE_BIAS_PULL_UP; break;
    case TREADLE_GPIO_INPUT_PULL_DOWN: bias = GPIOD_LINE_BIAS_PULL_DOWN; break;
    }
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) < 0) return -1;
    if (gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) < 0) return -1;
    return gpiod_line_settings_set_bias(settings, bias);
}

// Requests a line. Returns 0 or -errno.
static int request(treadle_gpio_line *to, unsigned number, enum treadle_gpio_use use, int active_low) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(to->chip, number);
    if (!info) return errno == EINVAL ? -ENOENT : -errno;
    gpiod_line_info_free(info);

    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *program = gpiod_request_config_new();
    to->number = number;
    if (use != TREADLE_GPIO_OUTPUT) to->edges = gpiod_edge_event_buffer_new(1);
    int failed = -ENOMEM;
    if (settings && lines && program && (to->edges || use == TREADLE_GPIO_OUTPUT)) {
        gpiod_request_config_set_consumer(program, CONSUMER);
        gpiod_request_config_set_event_buffer_size(program, KEPT_EDGES);
        if (describe(settings, use, active_low) == 0 &&
            gpiod_line_config_add_line_settings(lines, &number, 1, settings) == 0)
            to->request = gpiod_chip_request_lines(to->chip, program, lines);
        failed = to->request ? 0 : -errno;
    }
    gpiod_request_config_free(program);
    gpiod_line_config_free(lines);
    gpiod_line_settings_free(settings);
    return failed;
}

// Releases the line.
static void release(treadle_gpio_line *line) {
    gpiod_line_request_release(line->request);
    gpiod_edge_event_buffer_free(line->edges);
    gpiod_chip_close(line->chip);
}

int treadle_gpio_descriptor(const treadle_gpio_line *line) { return gpiod_line_request_get_fd(line->request); }

int treadle_gpio_next_edge(treadle_gpio_line *line, int *active, uint64_t *time) {
    if (gpiod_line_request_read_edge_events(line->request, line->edges, 1) < 1) return 0;
    struct gpiod_edge_event *edge = gpiod_edge_event_buffer_get_event(line->edges, 0);
    *active = gpiod_edge_event_get_event_type(edge) == GPIOD_EDGE_EVENT_RISING_EDGE;
    *time = gpiod_edge_event_get_timestamp_ns(edge);
    return 1;
}

int treadle_gpio_value(treadle_gpio_line *line) {
    enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->number);
    return value == GPIOD_LINE_VALUE_ERROR ? -errno : value == GPIOD_LINE_VALUE_ACTIVE;
}

int treadle_gpio_set(treadle_gpio_line *line, int active) {
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(line->request, line->number, value) < 0 ? -errno : 0;
}

#endif

struct gpiod_chip *treadle_gpio_open(const char *path) { return gpiod_chip_open(path); }

treadle_gpio_line *treadle_gpio_request(
    struct gpiod_chip *chip, unsigned number, enum treadle_gpio_use use, int active_low) {
    treadle_gpio_line *line = calloc(1, sizeof *line);
    if (!line) {
        gpiod_chip_close(chip);
        errno = ENOMEM;
        return NULL;
    }
    line->chip = chip;
    int failed = request(line, number, use, active_low);
    if (!failed && use != TREADLE_GPIO_OUTPUT && treadle_never_wait(treadle_gpio_descriptor(line)) < 0) failed = -errno;
    if (!failed) return line;
    treadle_gpio_close(line);
    errno = -failed;
    return NULL;
}

void treadle_gpio_close(treadle_gpio_line *line) {
    release(line);
    free(line);
}
