// C functions for the configuration: libyaml, directories, and powers for velocity curves.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

// Returns the name of an entry, because Swift imports the array `d_name` as a tuple of 256.
static inline const char *treadle_entry_name(const struct dirent *entry) { return entry->d_name; }

// Returns the message of `errno`, which is a macro.
static inline const char *treadle_last_error(void) { return strerror(errno); }

// Fields of an event, read one by one: Swift copies the whole union `data` for each field. All nodes begin with their
// anchor; the tag follows it in scalars, sequences and mappings.
static inline yaml_char_t *treadle_yaml_anchor(const yaml_event_t *event) { return event->data.scalar.anchor; }
static inline int treadle_yaml_is_tagged(const yaml_event_t *event) { return event->data.scalar.tag != NULL; }
static inline const yaml_char_t *treadle_yaml_value(const yaml_event_t *event) { return event->data.scalar.value; }
static inline size_t treadle_yaml_length(const yaml_event_t *event) { return event->data.scalar.length; }
static inline int treadle_yaml_is_plain(const yaml_event_t *event) {
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}
