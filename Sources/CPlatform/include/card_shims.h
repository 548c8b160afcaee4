// Partitions of a card or disk: remounting, growing, reading back (I2, I3).
#pragma once
#include <stddef.h>
#include <stdint.h>

// Remounts a file system read-only, or writable with synchronous writes. Returns 0 or -errno.
int treadle_remount(const char *target, int read_only);
// Tells the kernel the new size of a partition that is in use; start and length are in bytes. Returns 0 or -errno.
int treadle_partition_resize(int disk, int number, uint64_t start, uint64_t length);
// Grows a mounted ext4 to a number of blocks. Returns 0 or -errno.
int treadle_ext4_resize(const char *target, uint64_t blocks);
// Drops a file of a folder from the page cache, so that the next read is from the card. Returns 0 or -errno.
int treadle_forget_cached(int folder, const char *name);
