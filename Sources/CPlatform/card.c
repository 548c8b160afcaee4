// Partitions of a card or disk (I2, I3).
#define _GNU_SOURCE
#include <linux/blkpg.h>
#include <sys/ioctl.h>
#include <sys/mount.h>

#include "CPlatform.h"

// EXT4_IOC_RESIZE_FS of the kernel's fs/ext4/ext4.h, which no user-space header defines.
#define RESIZE_EXT4 _IOW('f', 16, uint64_t)

int treadle_remount(const char *target, int read_only) {
    unsigned long flags = MS_REMOUNT | MS_NOATIME | (read_only ? MS_RDONLY : MS_SYNCHRONOUS | MS_DIRSYNC);
    return mount(NULL, target, NULL, flags, NULL) < 0 ? -errno : 0;
}

int treadle_partition_resize(int disk, int number, uint64_t start, uint64_t length) {
    struct blkpg_partition partition = {.start = (long long)start, .length = (long long)length, .pno = number};
    struct blkpg_ioctl_arg request = {
        .op = BLKPG_RESIZE_PARTITION, .datalen = sizeof partition, .data = &partition};
    return ioctl(disk, BLKPG, &request) < 0 ? -errno : 0;
}

int treadle_ext4_resize(const char *target, uint64_t blocks) {
    int fd = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int result = ioctl(fd, RESIZE_EXT4, &blocks) < 0 ? -errno : 0;
    close(fd);
    return result;
}

int treadle_forget_cached(int folder, const char *name) {
    int fd = treadle_open_in(folder, name);
    if (fd < 0) return fd;
    int error = fsync(fd) < 0 ? errno : posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
    return -error;
}
