#define _GNU_SOURCE
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "CPlatform.h"

static int result(int value) { return value < 0 ? -errno : value; }

static int refuse_other(mode_t mode) {
    errno = S_ISDIR(mode) ? EISDIR : TREADLE_NOT_A_FILE;
    return -errno;
}

static int open_regular(int folder, const char *path, int follows) {
    struct stat status;
    // Checked before opening, because opening a device may already affect it.
    if (fstatat(folder, path, &status, follows ? 0 : AT_SYMLINK_NOFOLLOW) < 0) return -errno;
    if (!S_ISREG(status.st_mode)) return refuse_other(status.st_mode);
    int fd = openat(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW));
    if (fd < 0) return -errno;
    // Checked again, because the file may have been replaced in between.
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) return fd;
    close(fd);
    return refuse_other(status.st_mode);
}

int treadle_open_file(const char *path) { return open_regular(AT_FDCWD, path, 1); }

int treadle_open_own_file(const char *path) { return open_regular(AT_FDCWD, path, 0); }

int treadle_open_in(int folder, const char *name) { return open_regular(folder, name, 0); }

// Opens a folder part by part, because O_NOFOLLOW checks only the last part of a path.
static int open_inner(int folder, const char *inner) {
    char part[NAME_MAX + 1];
    while (folder >= 0 && *inner) {
        size_t length = strcspn(inner, "/");
        int next = -ENAMETOOLONG;
        if (length < sizeof part) {
            memcpy(part, inner, length);
            part[length] = 0;
            int isUp = strcmp(part, "..") == 0;
            next = isUp ? -ENOTDIR : result(openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        }
        close(folder);
        folder = next;
        inner += length + (inner[length] == '/');
    }
    return folder;
}

int treadle_lock_folder(const char *folder, const char *inner) {
    int fd = open_inner(result(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)), inner);
    if (fd < 0) return fd;
    // The holder of the lock writes a file, which takes milliseconds. On a file system without locks, the folder is
    // used unlocked.
    for (int tries = 0; flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK; tries++) {
        if (tries == 100) {
            close(fd);
            return -EWOULDBLOCK;
        }
        treadle_pause_us(10000);
    }
    return fd;
}

int treadle_entry_in(int folder, const char *name) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) < 0) return TREADLE_NO_ENTRY;
    return S_ISREG(status.st_mode) ? TREADLE_FILE : S_ISLNK(status.st_mode) ? TREADLE_LINK : TREADLE_OTHER_ENTRY;
}

int64_t treadle_owner_in(int folder, const char *name) {
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : (int64_t)status.st_uid;
}

int treadle_create_in(int folder, const char *name, const char *other) {
    struct stat status;
    int exists = fstatat(folder, other, &status, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISLNK(status.st_mode);
    if (exists && !S_ISREG(status.st_mode)) return refuse_other(status.st_mode);
    if (exists && faccessat(folder, other, W_OK, 0) < 0) return -errno;
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0) return -errno;
    // Without permission to chown, keep our ownership.
    if (exists && (fchown(fd, status.st_uid, status.st_gid) < 0 || fchmod(fd, status.st_mode & 07777) < 0)) errno = 0;
    return fd;
}

int treadle_folder_open(const char *path) { return result(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC)); }

int treadle_rename_in(int folder, const char *name, const char *new_name) {
    return result(renameat(folder, name, folder, new_name));
}

int treadle_remove_in(int folder, const char *name) { return result(unlinkat(folder, name, 0)); }
