#pragma once

// Returns the commit of the build, with `-dirty` if files had changed, or "unknown"; NULL in a development build, which
// is not rebuilt for each commit.
const char *treadle_commit(void);

/// The version of the program: `0.1.0`.
const char *treadle_version(void);
