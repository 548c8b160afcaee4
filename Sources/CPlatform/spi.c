#include "spi_shims.h"
#include <linux/spi/spidev.h>
#include <sys/ioctl.h>

int treadle_spi_set_up(int fd, uint32_t frequency) {
    uint8_t mode = SPI_MODE_0, bits = 8;
    if (ioctl(fd, SPI_IOC_WR_MODE, &mode) < 0 || ioctl(fd, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0) return -1;
    return ioctl(fd, SPI_IOC_WR_MAX_SPEED_HZ, &frequency) < 0 ? -1 : 0;
}
