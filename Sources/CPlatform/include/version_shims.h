#pragma once

// The commit that the program was built from, `-dirty` behind it where files had changed, or "unknown"; NULL in a build
// for development, which is not built anew for each commit.
const char *treadle_commit(void);
