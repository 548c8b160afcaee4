// Hashes, signatures and disk access for an update of a card (I5), and the hardware watchdog (I6).
#pragma once
#include <stddef.h>
#include <stdint.h>

// The bytes of a BLAKE2b-512 hash, a public key and a signature of ed25519.
enum { TREADLE_HASH_BYTES = 64, TREADLE_PUBLIC_KEY_BYTES = 32, TREADLE_SIGNATURE_BYTES = 64 };

// Begins a BLAKE2b-512 hash. Returns NULL without memory.
void *treadle_hash_new(void);
void treadle_hash_add(void *hash, const uint8_t *bytes, size_t count);
// Ends the hash and frees it. `result` may be NULL.
void treadle_hash_end(void *hash, uint8_t *result);
// Returns 1 if `signature` is the ed25519 signature of the bytes by `key`, else 0.
int treadle_is_signed(const uint8_t *signature, const uint8_t *bytes, size_t count, const uint8_t *key);

// Opens a block device past the page cache, for whole sectors. Returns a descriptor or -errno.
int treadle_disk_open(const char *path, int writing);
// Reads or writes whole sectors at an offset in bytes. Returns 0 or -errno; a short transfer is -EIO.
int treadle_disk_read(int fd, uint8_t *bytes, size_t count, uint64_t offset);
int treadle_disk_write(int fd, const uint8_t *bytes, size_t count, uint64_t offset);
// Returns the size of a file or block device in bytes; 0 if it is unknown.
uint64_t treadle_disk_size(int fd);

// Unmounts a file system. Returns 0 or -errno.
int treadle_unmount(const char *target);
// Restarts the machine by reboot(2), with `argument` unless that is empty. Returns only on failure, -errno.
int treadle_restart(const char *argument);

// Sets the timeout of an open watchdog in seconds. Returns 0 or -errno.
int treadle_watchdog_set(int fd, int seconds);
// Restarts the watchdog's timeout. Returns 0 or -errno.
int treadle_watchdog_feed(int fd);
