import CPlatform

/// One direction of one ALSA rawmidi port: a plain handle the loop may copy.
///
/// Input and output are opened apart, so that one that is busy does not keep the other away. The port is closed by
/// whoever opened it, outside the loop, after the loop has let go of it.
public struct RawMIDI: BitwiseCopyable, @unchecked Sendable {
    /// Output buffer for DIN, in bytes: 10 ms of wire, and the least the kernel accepts (rule S9).
    public static let serialBuffer = 32
    /// Output buffer for USB, in bytes: some milliseconds of full speed, so that what waits longer waits in our queues.
    public static let usbBuffer = 128
    /// Input buffer in bytes. The kernel takes whatever a device sends and loses what finds no room here: it must last for
    /// what high-speed USB brings while the loop does something else, and for a dump that has to wait (`isFilling`).
    public static let inputBuffer = 65536

    /// To wait for: readable for an input, writable for an output.
    public let fd: Int32
    let handle: OpaquePointer
    /// Room for what the kernel says of it.
    let status: OpaquePointer
    /// Bytes of an input that the kernel had no room for and that nobody has asked about yet. It tells of them once.
    let lost: UnsafeMutablePointer<Int>
    /// Bytes that the kernel keeps of it.
    let buffer: Int

    /// Opens a port, non-blocking.
    ///
    /// - Parameters:
    ///   - subdevice: -1 takes any that is free.
    ///   - buffer: of an output, in bytes, 32 or more; what is written beyond it waits with the caller.
    public init(
        card: Int32, device: Int32, subdevice: Int32, direction: Direction, buffer: Int = RawMIDI.usbBuffer
    ) throws(DeviceError) {
        let name = "/dev/snd/midiC\(card)D\(device)"
        var opened: OpaquePointer?
        let definition = "rawmidi.treadle { type hw card \(card) device \(device) subdevice \(subdevice) }"
        let code = ALSA.with(definition) { configuration in
            // snd_rawmidi_open_lconf
            direction == .input
                ? snd_rawmidi_open_lconf(&opened, nil, "treadle", SND_RAWMIDI_NONBLOCK, configuration)
                : snd_rawmidi_open_lconf(nil, &opened, "treadle", SND_RAWMIDI_NONBLOCK, configuration)
        }
        guard code >= 0, let opened else { throw DeviceError(name, .sound, doing: "opening", code: -code) }
        self.buffer = direction == .output ? buffer : RawMIDI.inputBuffer
        let configured = RawMIDI.configure(opened, buffer: self.buffer, isOutput: direction == .output)
        var room: OpaquePointer?
        guard configured >= 0, snd_rawmidi_status_malloc(&room) >= 0, let room else {
            snd_rawmidi_close(opened)
            throw DeviceError(name, .sound, doing: "setting its buffer", code: configured < 0 ? -configured : ENOMEM)
        }
        // The kernel keeps what a device sends only from the first read on. Nothing of it is to be lost while the loop does
        // not read yet (E2).
        var nothing: UInt8 = 0
        if direction == .input { _ = snd_rawmidi_read(opened, &nothing, 0) }
        handle = opened
        status = room
        lost = .allocate(capacity: 1)
        lost.initialize(to: 0)
        fd = ALSA.descriptor { snd_rawmidi_poll_descriptors(opened, $0, 1) }
    }

    /// Wakes for a single byte, an output when half of it is free; never adds Active Sensing of its own when closed.
    private static func configure(_ handle: OpaquePointer, buffer: Int, isOutput: Bool) -> Int32 {
        var params: OpaquePointer?
        guard snd_rawmidi_params_malloc(&params) >= 0, let params else { return -ENOMEM }
        defer { snd_rawmidi_params_free(params) }
        var code = snd_rawmidi_params_current(handle, params)
        if code >= 0 { code = snd_rawmidi_params_set_buffer_size(handle, params, buffer) }
        if code >= 0 { code = snd_rawmidi_params_set_avail_min(handle, params, isOutput ? buffer / 2 : 1) }
        if code >= 0 { code = snd_rawmidi_params_set_no_active_sensing(handle, params, 1) }
        return code >= 0 ? snd_rawmidi_params(handle, params) : code
    }

    /// Closes the port; what has not been sent is dropped, because the kernel would otherwise wait up to 10 s for it.
    public func close() {
        drop()
        snd_rawmidi_close(handle)
        snd_rawmidi_status_free(status)
        lost.deallocate()
    }
}
