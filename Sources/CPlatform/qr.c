// QR codes, by Project Nayuki's library, which is one C file. Its assertions are off: nobody would read their texts.
#define NDEBUG
#if !__has_include("qrcodegen.c")
#error "the encoder of QR codes is missing: run `make host` or `Board/tools/qrcodegen`"
#endif
#include "qrcodegen.c"

#include "CPlatform.h"

enum { BUFFER = qrcodegen_BUFFER_LEN_FOR_VERSION(TREADLE_QR_VERSION) };

_Static_assert(TREADLE_QR_MODULES == TREADLE_QR_VERSION * 4 + 17, "the size of the largest code");
_Static_assert(TREADLE_QR_MODULES <= 64, "a row is one integer");
_Static_assert((int)TREADLE_QR_BYTES <= (int)BUFFER, "the text is encoded in its own buffer");

int treadle_qr_encode(const uint8_t *bytes, size_t count, uint64_t rows[TREADLE_QR_MODULES]) {
    uint8_t text[BUFFER], code[BUFFER];
    if (count > TREADLE_QR_BYTES) return 0;
    memcpy(text, bytes, count);
    if (!qrcodegen_encodeBinary(text, count, code, qrcodegen_Ecc_LOW, 1, TREADLE_QR_VERSION, qrcodegen_Mask_AUTO, true))
        return 0;
    int size = qrcodegen_getSize(code);
    for (int y = 0; y < size; y++) {
        rows[y] = 0;
        for (int x = 0; x < size; x++) rows[y] |= (uint64_t)qrcodegen_getModule(code, x, y) << x;
    }
    return size;
}
