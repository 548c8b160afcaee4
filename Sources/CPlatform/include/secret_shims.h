// Hashes of secrets: cookies and tokens of the page (W4, W7).
#pragma once
#include <stddef.h>
#include <stdint.h>

// The bytes of a SHA-256 hash.
enum { TREADLE_SECRET_HASH_BYTES = 32 };

// Writes the SHA-256 hash of the bytes.
void treadle_secret_hash(const uint8_t *bytes, size_t count, uint8_t *hash);
// Returns 1 if both hashes are equal, else 0. The time does not depend on their bytes.
int treadle_is_same_hash(const uint8_t *one, const uint8_t *other);
