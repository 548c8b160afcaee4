#pragma once

#include <stddef.h>

/// A file of the page, compressed with gzip (RFC 1952).
struct treadle_page_asset {
    /// `index.html`, or a name with the hash of the content.
    const char *_Nonnull name;
    /// The media type.
    const char *_Nonnull type;
    /// The entity tag with its quotes (RFC 9110, 8.8.3).
    const char *_Nonnull tag;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// Returns all files of the page and stores how many there are.
const struct treadle_page_asset *_Nonnull treadle_page_assets(size_t *_Nonnull count);

/// Returns the hash of all files of the page: 16 hex digits.
const char *_Nonnull treadle_page_hash(void);
