// Files of an open folder. None of these calls follows a link in the name of a file (E4).
#pragma once
#include <stdint.h>

enum { TREADLE_NO_ENTRY, TREADLE_FILE, TREADLE_LINK, TREADLE_OTHER_ENTRY };

// Opens the folder `inner` of a folder, "" for that folder itself, and locks it; waits up to a second for another
// program's lock. No part of `inner` may be a link. Returns a descriptor for the calls below, which can be synced, or
// -errno: EWOULDBLOCK if it is still locked.
int treadle_lock_folder(const char *folder, const char *inner);
// Returns the kind of entry that a name in a folder has: one of the values above.
int treadle_entry_in(int folder, const char *name);
// Returns the user who owns a file, or -errno.
int64_t treadle_owner_in(int folder, const char *name);
// Opens a regular file for reading without waiting. Returns a descriptor or -errno, and sets errno.
int treadle_open_in(int folder, const char *name);
// Creates a new file with the permissions and, if possible, the owner of the file `other`. If `other` exists, it must
// be a writable regular file; a link is ignored. Returns a descriptor for writing or -errno.
int treadle_create_in(int folder, const char *name, const char *other);
// Opens a folder, links resolved, so that /proc/self/fd leads into it. Returns a descriptor or -errno.
int treadle_folder_open(const char *path);
// Renames or removes a file. Returns 0 or -errno.
int treadle_rename_in(int folder, const char *name, const char *new_name);
int treadle_remove_in(int folder, const char *name);
