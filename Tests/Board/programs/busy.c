// busy: never rests, at the lowest ordinary priority: what competes with it is the box and not the kernel's workers that
// stand in for an instrument.
#define _GNU_SOURCE
#include "ports.h"

int main(void) {
    if (nice(19) < 0) fail("nice");
    for (volatile unsigned long count = 0;; count++) {}
}
