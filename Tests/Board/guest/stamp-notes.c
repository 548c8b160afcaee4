// stamp-notes IN NOTES: prints when the kernel had each Note On of a raw MIDI device, in nanoseconds of its monotonic
// clock, and its key, until there were so many notes. The first line is `ready`.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <sound/asound.h>

static int fail(const char *what) {
    perror(what);
    return 1;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    int in = open(words[1], O_RDONLY), version = SNDRV_RAWMIDI_VERSION, left = atoi(words[2]), place = 0;
    struct snd_rawmidi_params params = {
        .stream = SNDRV_RAWMIDI_STREAM_INPUT, .buffer_size = 1 << 16, .avail_min = 1,
        .mode = SNDRV_RAWMIDI_MODE_FRAMING_TSTAMP | SNDRV_RAWMIDI_MODE_CLOCK_MONOTONIC};
    if (in < 0 || ioctl(in, SNDRV_RAWMIDI_IOCTL_USER_PVERSION, &version) < 0 ||
        ioctl(in, SNDRV_RAWMIDI_IOCTL_PARAMS, &params) < 0) return fail("stamp-notes");
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("ready");
    uint8_t message[3] = {0};
    while (left > 0) {
        struct snd_rawmidi_framing_tstamp frame;
        if (read(in, &frame, sizeof frame) != sizeof frame) return fail("stamp-notes: reading");
        for (int i = 0; i < frame.length; i++) {
            if (frame.data[i] & 0x80) place = 0;
            message[place] = frame.data[i];
            place = place == 2 ? 0 : place + 1;
            if (place != 0 || (message[0] & 0xF0) != 0x90) continue;
            printf("%llu %d\n", (unsigned long long)(frame.tv_sec * 1000000000u + frame.tv_nsec), message[1]);
            left--;
        }
    }
    return 0;
}
