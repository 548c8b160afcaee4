// Hashes of secrets (W4, W7), by libsodium. As in signature.c, sodium_init is not called.
#include <sodium.h>

#include "CPlatform.h"

_Static_assert(TREADLE_SECRET_HASH_BYTES == crypto_hash_sha256_BYTES, "the size of a hash");
_Static_assert(TREADLE_SECRET_HASH_BYTES == crypto_verify_32_BYTES, "the size of a comparison");

void treadle_secret_hash(const uint8_t *bytes, size_t count, uint8_t *hash) { crypto_hash_sha256(hash, bytes, count); }

int treadle_is_same_hash(const uint8_t *one, const uint8_t *other) { return crypto_verify_32(one, other) == 0; }
