// System headers for the modules outside the loop, and wrappers of macros and variadic calls that Swift cannot import.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alsa_shims.h"
#include "card_shims.h"
#include "count_shims.h"
#include "file_shims.h"
#include "gpio_shims.h"
#include "helper_shims.h"
#include "i2c_shims.h"
#include "mdns_shims.h"
#include "network_shims.h"
#include "screen_shims.h"
#include "socket_shims.h"
#include "spi_shims.h"
#include "system_shims.h"
#include "tty_shims.h"
#include "ump_shims.h"
#include "update_shims.h"
#include "version_shims.h"
#include "yaml_shims.h"
