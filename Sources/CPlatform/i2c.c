#include "i2c_shims.h"
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>

int treadle_i2c_address(int fd, unsigned address) { return ioctl(fd, I2C_SLAVE, (unsigned long)address); }

int treadle_i2c_has_blocks(int fd) {
    unsigned long functions = 0;
    return ioctl(fd, I2C_FUNCS, &functions) >= 0 && (functions & I2C_FUNC_SMBUS_WRITE_I2C_BLOCK) != 0;
}
