// Wrappers of ALSA's sequencer macros, and of its variadic error handler.
#pragma once
#include <alsa/asoundlib.h>

/// Stops libasound's messages on stderr. Its errors are reported by return values.
void treadle_alsa_quiet(void);

/// Addresses an event from `port` to all subscribers, without delay (snd_seq_ev_set_source, _subs, _direct).
static inline void treadle_seq_from(snd_seq_event_t *event, int port) {
    snd_seq_ev_set_source(event, (unsigned char)port);
    snd_seq_ev_set_subs(event);
    snd_seq_ev_set_direct(event);
}

/// Returns 1 if the event reports that another client disconnected from the event's destination port, a port of
/// `client`.
static inline int treadle_seq_left(const snd_seq_event_t *event, int client) {
    return event->type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED && event->source.client == SND_SEQ_CLIENT_SYSTEM &&
           event->data.connect.dest.client == client && event->data.connect.dest.port == event->dest.port;
}

/// Returns the bytes of a SysEx event, or NULL for any other event.
static inline const void *treadle_seq_sysex(const snd_seq_event_t *event, unsigned *length) {
    if (event->type != SND_SEQ_EVENT_SYSEX) return NULL;
    *length = event->data.ext.len;
    return event->data.ext.ptr;
}
