// What Swift cannot import by itself: the system headers the shells use, and the few macros and variadic calls.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "system_shims.h"
#include "yaml_shims.h"
