// ALSA's sequencer macros, and the variadic error handler.
#pragma once
#include <alsa/asoundlib.h>

/// libasound says nothing on stderr any more; its errors are values to us.
void treadle_alsa_quiet(void);

/// The event leaves `port` at once, for everybody subscribed (snd_seq_ev_set_source, _subs, _direct).
static inline void treadle_seq_from(snd_seq_event_t *event, int port) {
    snd_seq_ev_set_source(event, (unsigned char)port);
    snd_seq_ev_set_subs(event);
    snd_seq_ev_set_direct(event);
}

/// Whether the event tells that a program no longer plays to its port of this client.
static inline int treadle_seq_left(const snd_seq_event_t *event, int client) {
    return event->type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED && event->source.client == SND_SEQ_CLIENT_SYSTEM &&
           event->data.connect.dest.client == client && event->data.connect.dest.port == event->dest.port;
}

/// The bytes of a System Exclusive event, or NULL for any other.
static inline const void *treadle_seq_sysex(const snd_seq_event_t *event, unsigned *length) {
    if (event->type != SND_SEQ_EVENT_SYSEX) return NULL;
    *length = event->data.ext.len;
    return event->data.ext.ptr;
}
