// libgpiod, the interface of version 1.
#pragma once
#include <gpiod.h>
