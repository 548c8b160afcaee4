// Sectors of disks, the restart, and the hardware watchdog (I5, I6).
#define _GNU_SOURCE
#include <linux/watchdog.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <linux/reboot.h>

#include "CPlatform.h"

// O_DIRECT requires memory that is aligned to this, in bytes.
enum { ALIGNMENT = 4096 };

int treadle_disk_open(const char *path, int writing) {
    int fd = open(path, (writing ? O_RDWR | O_SYNC : O_RDONLY) | O_DIRECT | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int transfer(int fd, uint8_t *to, const uint8_t *from, size_t count, uint64_t offset) {
    void *aligned = NULL;
    if (posix_memalign(&aligned, ALIGNMENT, count) != 0) return -ENOMEM;
    if (from) memcpy(aligned, from, count);
    ssize_t done;
    do {
        done = from ? pwrite(fd, aligned, count, (off_t)offset) : pread(fd, aligned, count, (off_t)offset);
    } while (done < 0 && errno == EINTR);
    int result = done < 0 ? -errno : (size_t)done < count ? -EIO : 0;
    if (to && result == 0) memcpy(to, aligned, count);
    free(aligned);
    return result;
}

int treadle_disk_read(int fd, uint8_t *bytes, size_t count, uint64_t offset) {
    return transfer(fd, bytes, NULL, count, offset);
}

int treadle_disk_write(int fd, const uint8_t *bytes, size_t count, uint64_t offset) {
    return transfer(fd, NULL, bytes, count, offset);
}

uint64_t treadle_disk_size(int fd) {
    off_t end = lseek(fd, 0, SEEK_END);
    return end < 0 ? 0 : (uint64_t)end;
}

int treadle_unmount(const char *target) { return umount2(target, 0) < 0 ? -errno : 0; }

int treadle_restart(const char *argument) {
    int command = *argument ? LINUX_REBOOT_CMD_RESTART2 : LINUX_REBOOT_CMD_RESTART;
    return syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, command, argument) < 0 ? -errno : 0;
}

int treadle_watchdog_set(int fd, int seconds) { return ioctl(fd, WDIOC_SETTIMEOUT, &seconds) < 0 ? -errno : 0; }

int treadle_watchdog_feed(int fd) { return ioctl(fd, WDIOC_KEEPALIVE, 0) < 0 ? -errno : 0; }
