// busy: never rests, at the lowest ordinary priority: what competes with it is the box and not the kernel's workers that
// stand in for an instrument.
//
// The emulator runs its processors in turns, and a turn ends when the processor rests, when a timer is due, or at the
// instruction `yield`. Two real processors run at once; so a program that never rests ends its turn each few
// microseconds, or whoever is woken on the other processor would wait for the next timer.
#define _GNU_SOURCE
#include "ports.h"

int main(void) {
    if (nice(19) < 0) fail("nice");
    for (volatile unsigned long count = 0;; count++) {
        if (count % 256 == 0) __asm__ volatile("yield");
    }
}
