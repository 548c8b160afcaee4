#include "CPlatform.h"
#if !__has_include("treadle-page.h")
#error "the page is missing: run `make host` or `Board/tools/page`"
#endif
#include "treadle-page.h"

const struct treadle_page_asset *treadle_page_assets(size_t *count) {
    *count = sizeof page_assets / sizeof *page_assets;
    return page_assets;
}

const char *treadle_page_hash(void) { return TREADLE_PAGE_HASH; }
