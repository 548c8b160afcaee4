import CPlatform

/// Our client of the ALSA sequencer, "Treadle": virtual ports other programs see, and our ends of connections to ports
/// that exist only there. A plain handle the loop may copy.
///
/// Everything it needs is allocated when it is opened and when a port is made; both happen outside the loop.
public struct Sequencer: BitwiseCopyable, @unchecked Sendable {
    /// Ports of the client, at most. One that cannot be made is an error of `addPort`.
    public static let maxPorts = 32
    /// A SysEx that is written goes to the other programs in events of so many bytes.
    static let sysExPiece = 256
    /// Events the kernel keeps for us while the loop is busy; beyond it they are lost and counted. Its own limit is 2000.
    static let inputPool = 2000

    /// To wait for, readable. Writing never has to wait.
    public let fd: Int32
    /// The client's number.
    public let client: Int32
    let handle: OpaquePointer
    /// Turns events to bytes (`snd_midi_event_t`), without running status.
    let decoder: OpaquePointer
    /// One for each port number: turns bytes to events. `maxPorts` of them, nil where there is no port.
    let encoders: UnsafeMutablePointer<OpaquePointer?>
    /// What was lost.
    let losses: UnsafeMutablePointer<Losses>

    /// Counts since the client was opened.
    public struct Losses: Sendable {
        /// Times the kernel's input pool was full.
        public var input: UInt32 = 0
        /// Events a receiving program had no room for, because it does not read.
        public var output: UInt32 = 0
    }

    /// Opens the client, non-blocking, with no ports.
    public init() throws(DeviceError) {
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

    /// Opens a client of that name, non-blocking.
    static func open(name: String) throws(DeviceError) -> OpaquePointer {
        var opened: OpaquePointer?
        let code = ALSA.with("seq.treadle { type hw }") {
            // snd_seq_open_lconf
            snd_seq_open_lconf(&opened, "treadle", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK, $0)
        }
        guard code >= 0, let opened else {
            throw DeviceError("/dev/snd/seq", .sequencer, doing: "opening", code: -code)
        }
        snd_seq_set_client_name(opened, name)
        return opened
    }

    /// What was lost since it was opened.
    public var lost: Losses { losses.pointee }

    /// Closes the client with all its ports, and frees its memory. The loop must have let go of it.
    public func close() {
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
