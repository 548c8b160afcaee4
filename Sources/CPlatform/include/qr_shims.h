// QR codes (ISO/IEC 18004), by Project Nayuki's library.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The largest code is of version 9: 53 modules a side. It holds 230 bytes at the lowest error correction.
enum { TREADLE_QR_VERSION = 9, TREADLE_QR_MODULES = 53, TREADLE_QR_BYTES = 230 };

// Encodes bytes as the smallest code that holds them, with the highest error correction that this size allows. Bit x of
// rows[y] is 1 for a dark module. Returns the modules of a side, or 0 if there are more bytes than the largest code
// holds.
int treadle_qr_encode(const uint8_t *bytes, size_t count, uint64_t rows[TREADLE_QR_MODULES]);
