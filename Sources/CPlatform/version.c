#include "CPlatform.h"
// Written by Board/tools/firmware. Other builds have no such header.
#if __has_include("treadle-commit.h")
#include "treadle-commit.h"
#endif

// The words before the number let tools find it in a program.
static const char version[] = "Treadle version 0.1.0";

const char *treadle_version(void) { return version + sizeof("Treadle version"); }

const char *treadle_commit(void) {
#ifdef TREADLE_COMMIT
    return TREADLE_COMMIT;
#else
    return NULL;
#endif
}
