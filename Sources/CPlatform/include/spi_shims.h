// Settings of an SPI bus.
#pragma once
#include <stdint.h>

/// Sets mode 0, words of eight bits and a clock in Hz (SPI_IOC_WR_MODE and others). Returns 0, or -1 and errno.
int treadle_spi_set_up(int fd, uint32_t frequency);
