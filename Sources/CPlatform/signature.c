// Signatures of updates (I5), checked with libsodium. sodium_init is not called: it selects code for the processor, and
// would link the whole library. Hashing and checking a signature work without it, in portable code.
#include <sodium.h>

#include "CPlatform.h"

void *treadle_hash_new(void) {
    void *hash = NULL;
    if (posix_memalign(&hash, 64, sizeof(crypto_generichash_blake2b_state)) != 0) return NULL;
    crypto_generichash_blake2b_init(hash, NULL, 0, TREADLE_HASH_BYTES);
    return hash;
}

void treadle_hash_add(void *hash, const uint8_t *bytes, size_t count) {
    crypto_generichash_blake2b_update(hash, bytes, count);
}

void treadle_hash_end(void *hash, uint8_t *result) {
    if (result) crypto_generichash_blake2b_final(hash, result, TREADLE_HASH_BYTES);
    free(hash);
}

int treadle_is_signed(const uint8_t *signature, const uint8_t *bytes, size_t count, const uint8_t *key) {
    return crypto_sign_ed25519_verify_detached(signature, bytes, count, key) == 0;
}
