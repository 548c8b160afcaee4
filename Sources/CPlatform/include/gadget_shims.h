// The box as a USB device: what the kernel says of the computer.
#ifndef TREADLE_GADGET_SHIMS_H
#define TREADLE_GADGET_SHIMS_H

#include "system_shims.h"

/// Reads the "Operation Mode" of a UMP gadget by the control device of its card: 0 without a computer, 1 for USB-MIDI
/// 1.0, 2 for UMP. Returns a negative errno if the card has none.
int treadle_gadget_mode(int control);

/// Waits until an attribute of sysfs is announced as changed (pass -1 for none) or `input` can be read. The attribute
/// must have been read before. Returns a bit for each, 1 and 2, or a negative errno.
int treadle_wait_attribute(int attribute, int input, int milliseconds);

#endif
