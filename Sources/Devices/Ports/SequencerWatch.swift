import CPlatform

/// Wakes the control thread when sequencer ports appear, disappear or are connected.
///
/// A separate client beside `Sequencer`, hidden from other programs, so that announcements never wake the loop and the
/// two threads share no handle.
package struct SequencerWatch: BitwiseCopyable, @unchecked Sendable {
    /// The descriptor, readable when there are announcements.
    package let fd: Int32
    let handle: OpaquePointer

    package init() throws(DeviceError) {
        let opened = try Sequencer.open(name: "Treadle watch")
        let capabilities = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)
        let port = snd_seq_create_simple_port(opened, "watch", capabilities, UInt32(SND_SEQ_PORT_TYPE_APPLICATION))
        let code =
            port < 0 ? port : snd_seq_connect_from(opened, port, Int32(SND_SEQ_CLIENT_SYSTEM), SequencerWatch.announce)
        guard code >= 0 else {
            snd_seq_close(opened)
            throw DeviceError("/dev/snd/seq", .sequencer, doing: "listening to announcements", code: -code)
        }
        handle = opened
        fd = ALSA.descriptor { snd_seq_poll_descriptors(opened, $0, 1, Int16(POLLIN)) }
    }

    /// The port of the system client that announces changes.
    private static let announce = Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE)

    /// Reads all announcements. Returns whether there was any; some may have been lost.
    package func drain() -> Bool {
        var any = false
        while true {
            var event: UnsafeMutablePointer<snd_seq_event_t>?
            let code = snd_seq_event_input(handle, &event)
            guard code >= 0 || code == -ENOSPC else { return any }
            any = true
        }
    }
}
