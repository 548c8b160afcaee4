// What is linked with this ignores SIGPIPE. There is nothing to call.
#pragma once
