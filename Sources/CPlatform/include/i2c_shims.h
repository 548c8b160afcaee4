// SMBus calls of libi2c, and the ioctls it leaves to us.
#pragma once
#include <i2c/smbus.h>

/// All transfers of this descriptor go to `address` (I2C_SLAVE); 0, or -1 and errno.
int treadle_i2c_address(int fd, unsigned address);
// Whether the adapter writes blocks without a length in them (I2C_FUNCS).
int treadle_i2c_has_blocks(int fd);
