// The box as a USB device: the state of the connection to the computer, as the kernel reports it.
#ifndef TREADLE_GADGET_SHIMS_H
#define TREADLE_GADGET_SHIMS_H

#include "system_shims.h"

/// Reads the "Operation Mode" of a UMP gadget through the control device of its card: 0 without a computer, 1 for
/// USB-MIDI 1.0, 2 for UMP. Returns a negative errno if the card has no such mode.
int treadle_gadget_mode(int control);

/// Waits until the kernel announces a change of a sysfs attribute (-1 for none), until `input` is readable, or for
/// `milliseconds`. The attribute must have been read before. Returns the sum of 1 for the attribute and 2 for the
/// input, or a negative errno.
int treadle_wait_attribute(int attribute, int input, int milliseconds);

#endif
