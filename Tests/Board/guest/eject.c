// eject DEVICE: ejects a SCSI disk, as a desktop does: allows removal, then stops the unit with its eject bit (SBC-3).
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <sys/ioctl.h>

static int send(int disk, unsigned char operation, unsigned char detail) {
    unsigned char command[6] = {operation, 0, 0, 0, detail, 0}, sense[32];
    struct sg_io_hdr request = {
        .interface_id = 'S', .dxfer_direction = SG_DXFER_NONE, .cmd_len = sizeof command, .cmdp = command,
        .mx_sb_len = sizeof sense, .sbp = sense, .timeout = 10000};
    if (ioctl(disk, SG_IO, &request) < 0) return perror("SG_IO"), 1;
    return request.status != 0;
}

int main(int count, char **words) {
    int disk = count == 2 ? open(words[1], O_RDONLY | O_NONBLOCK) : -1;
    if (disk < 0) return perror("eject"), 2;
    return send(disk, 0x1E, 0) | send(disk, 0x1B, 2);
}
