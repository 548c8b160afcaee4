// TREADLE_SANITIZED: this is a build with AddressSanitizer, which has allocators of its own and reserves terabytes.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TREADLE_SANITIZED
#endif
#endif
