import CPlatform

/// Our client of the ALSA sequencer, "Treadle": virtual ports for other programs, and our ends of connections to ports
/// that exist only in the sequencer. A plain handle the loop may copy.
///
/// Its memory is allocated when it is opened and when a port is made, both outside the loop.
package struct Sequencer: BitwiseCopyable, @unchecked Sendable {
    /// The greatest number of ports. Making a further one is an error.
    package static let maxPorts = 32
    /// The size in bytes of the events in which a SysEx is sent to other programs.
    static let sysExPiece = 256
    /// The number of events that the kernel buffers while the loop is busy: the highest value that it allows. Further
    /// events are lost and counted.
    static let inputPool = 2000

    /// The descriptor, readable when events are pending. Writing never waits.
    package let fd: Int32
    /// The number of the client.
    package let client: Int32
    let handle: OpaquePointer
    /// Converts events to bytes without running status (`snd_midi_event_t`).
    let decoder: OpaquePointer
    /// Convert bytes to events: `maxPorts` encoders by port number, nil for ports that do not exist.
    let encoders: UnsafeMutablePointer<OpaquePointer?>
    /// The losses since the client was opened.
    let losses: UnsafeMutablePointer<Losses>

    /// Losses since the client was opened.
    package struct Losses: Sendable {
        /// The number of times that the kernel's input pool was full.
        package var input: UInt32 = 0
        /// The number of events for which a receiving client had no room, because it does not read.
        package var output: UInt32 = 0
    }

    /// Opens the client, non-blocking, with no ports.
    package init() throws(DeviceError) {
        let opened = try Sequencer.open(name: "Treadle")
        var decoder: OpaquePointer?
        guard snd_midi_event_new(Sequencer.sysExPiece, &decoder) >= 0, let decoder else {
            snd_seq_close(opened)
            throw DeviceError.failed("/dev/snd/seq", doing: "making a decoder", code: ENOMEM)
        }
        snd_midi_event_no_status(decoder, 1)
        snd_seq_set_client_pool_input(opened, Sequencer.inputPool)
        handle = opened
        self.decoder = decoder
        client = snd_seq_client_id(opened)
        fd = ALSA.descriptor { snd_seq_poll_descriptors(opened, $0, 1, Int16(POLLIN)) }
        encoders = .allocate(capacity: Sequencer.maxPorts)
        encoders.initialize(repeating: nil, count: Sequencer.maxPorts)
        losses = .allocate(capacity: 1)
        losses.initialize(to: Losses())
    }

    /// Opens a client with a name, non-blocking.
    static func open(name: String) throws(DeviceError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = ALSA.with("seq.treadle { type hw }") {
            snd_seq_open_lconf(&opened, "treadle", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK, $0)
        }
        guard code >= 0, let opened else {
            throw DeviceError("/dev/snd/seq", .sequencer, doing: "opening", code: -code)
        }
        snd_seq_set_client_name(opened, name)
        return opened
    }

    /// The losses since the client was opened.
    package var lost: Losses { losses.pointee }

    /// Closes the client with all its ports and frees its memory. The loop must have stopped using it.
    package func close() {
        snd_seq_close(handle)
        snd_midi_event_free(decoder)
        var port = 0
        while port < Sequencer.maxPorts {
            snd_midi_event_free(encoders[port])
            port += 1
        }
        encoders.deallocate()
        losses.deallocate()
    }
}
