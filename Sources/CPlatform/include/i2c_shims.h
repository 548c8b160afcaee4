// SMBus calls of libi2c, and ioctls that it lacks.
#pragma once
#include <i2c/smbus.h>

/// Sets the address for all transfers of a descriptor (I2C_SLAVE). Returns 0, or -1 and errno.
int treadle_i2c_address(int fd, unsigned address);
/// Returns 1 if the adapter can write blocks without a length byte (I2C_FUNCS), else 0.
int treadle_i2c_has_blocks(int fd);
