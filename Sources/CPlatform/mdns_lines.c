// Lines between the mDNS process and the box.
#include <pthread.h>
#include <stdarg.h>

#include "CPlatform.h"
#include "mdns.h"

// Appends a word, escaped. Returns the new length; bytes that do not fit are left out.
static size_t append(char *line, size_t length, const char *word) {
    for (const uint8_t *byte = (const uint8_t *)word; *byte; byte++) {
        if (length + 5 > MDNS_LINE) break;
        if (*byte <= ' ' || *byte == 0x7F || *byte == '\\') {
            line[length++] = '\\';
            line[length++] = (char)('0' + *byte / 100);
            line[length++] = (char)('0' + *byte / 10 % 10);
            line[length++] = (char)('0' + *byte % 10);
        } else {
            line[length++] = (char)*byte;
        }
    }
    return length;
}

// Replaces escapes by their bytes, in place. Returns 0, or -1 if an escape is invalid or means byte 0.
static int unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from; to++) {
        if (*from != '\\') {
            *to = *from++;
            continue;
        }
        unsigned byte = 0;
        for (int digit = 1; digit <= 3; digit++) {
            if (from[digit] < '0' || from[digit] > '9') return -1;
            byte = byte * 10 + (unsigned)(from[digit] - '0');
        }
        if (byte == 0 || byte > 255) return -1;
        *to = (char)byte;
        from += 4;
    }
    *to = 0;
    return 0;
}

void mdns_tell(mdns *mdns, const char *word, ...) {
    char line[MDNS_LINE];
    size_t length = 0, done = 0;
    va_list words;
    va_start(words, word);
    for (; word; word = va_arg(words, const char *)) {
        if (length > 0) line[length++] = ' ';
        length = append(line, length, word);
    }
    va_end(words);
    line[length++] = '\n';
    // Threads that look up host names also write, and lines must not be mixed.
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    while (done < length) {
        long count = treadle_write(mdns->out, line + done, length - done);
        if (count == -EAGAIN) {
            treadle_wait_writable(mdns->out);
        } else if (count < 0 && count != -EINTR) {
            avahi_simple_poll_quit(mdns->poll);
            break;
        } else if (count > 0) {
            done += (size_t)count;
        }
    }
    pthread_mutex_unlock(&lock);
}

void mdns_fail(mdns *mdns, const char *reason) {
    if (mdns->has_failed) return;
    mdns->has_failed = 1;
    mdns_tell(mdns, "failed", reason, NULL);
    avahi_simple_poll_quit(mdns->poll);
}

static void obey(mdns *mdns, char *line) {
    if (strcmp(line, "ping") == 0) mdns_tell(mdns, "alive", NULL);
    char *name = strchr(line, ' ');
    if (!name) return;
    *name++ = 0;
    if (unescape(name) != 0) return;
    if (strcmp(line, "rename") == 0) mdns_rename(mdns, name);
    if (strcmp(line, "resolve") == 0) mdns_resolve(mdns, name);
    if (strcmp(line, "page") == 0) mdns_move_page(mdns, (uint16_t)strtoul(name, NULL, 10));
}

void mdns_read(mdns *mdns) {
    char bytes[512];
    long count = treadle_read(mdns->in, bytes, sizeof bytes);
    if (count == -EINTR || count == -EAGAIN) return;
    if (count <= 0) {
        avahi_simple_poll_quit(mdns->poll);
        return;
    }
    for (long i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            mdns->line[mdns->line_length] = 0;
            if (!mdns->is_too_long) obey(mdns, mdns->line);
            mdns->line_length = 0;
            mdns->is_too_long = 0;
        } else if (mdns->line_length + 1 < sizeof mdns->line) {
            mdns->line[mdns->line_length++] = bytes[i];
        } else {
            mdns->is_too_long = 1;
        }
    }
}
