#include "CPlatform.h"
// Written by Board/tools/firmware. Other builds have no such header.
#if __has_include("treadle-commit.h")
#include "treadle-commit.h"
#endif

const char *treadle_commit(void) {
#ifdef TREADLE_COMMIT
    return TREADLE_COMMIT;
#else
    return NULL;
#endif
}
