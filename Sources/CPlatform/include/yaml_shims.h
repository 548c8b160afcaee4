// What the configuration needs: libyaml, directories, and the powers of velocity curves.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

// `d_name` is an array, which Swift sees as a tuple of 256.
static inline const char *treadle_entry_name(const struct dirent *entry) { return entry->d_name; }

// `errno` is a macro; this is the word for it.
static inline const char *treadle_last_error(void) { return strerror(errno); }
