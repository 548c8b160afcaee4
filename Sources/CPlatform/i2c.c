#include "i2c_shims.h"
#include <linux/i2c-dev.h>
#include <sys/ioctl.h>

int treadle_i2c_address(int fd, unsigned address) { return ioctl(fd, I2C_SLAVE, (unsigned long)address); }
