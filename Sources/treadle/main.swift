import Box
