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
