import CPlatform

/// One direction of one ALSA rawmidi port: a plain handle the loop may copy.
///
/// Input and output are opened separately, so that a busy one does not block the other. The opener closes the port,
/// outside the loop, after the loop has stopped using it.
package struct RawMIDI: BitwiseCopyable, @unchecked Sendable {
    /// The size of the output buffer for DIN in bytes: 10 ms on the wire, and the least that the kernel accepts (rule
    /// S9).
    package static let serialBuffer = 32
    /// The size of the output buffer for USB in bytes: some milliseconds of full speed. Further bytes wait in our
    /// queues.
    package static let usbBuffer = 128
    /// The size of the input buffer in bytes. The kernel drops bytes for which there is no room. The buffer must hold
    /// the bytes that arrive over high-speed USB while the loop is busy, and a dump that has to wait (`isFilling`).
    package static let inputBuffer = 65536

    /// The descriptor: readable for an input, writable for an output.
    package let fd: Int32
    let handle: OpaquePointer
    /// Memory for the status of the port (`snd_rawmidi_status_t`).
    let status: OpaquePointer
    /// The number of lost input bytes that `takeLosses` has not returned yet. The kernel reports each loss only once.
    let lost: UnsafeMutablePointer<Int>
    /// The size of the kernel's buffer in bytes.
    let buffer: Int

    /// Opens a port, non-blocking.
    ///
    /// - Parameters:
    ///   - subdevice: -1 for any free subdevice.
    ///   - buffer: the size of the output buffer in bytes, 32 or more. The caller keeps bytes that do not fit.
    package init(
        card: Int32, device: Int32, subdevice: Int32, direction: Direction, buffer: Int = RawMIDI.usbBuffer
    ) throws(DeviceError) {
        let name = "/dev/snd/midiC\(card)D\(device)"
        var opened: OpaquePointer?
        let definition = "rawmidi.treadle { type hw card \(card) device \(device) subdevice \(subdevice) }"
        let code = ALSA.with(definition) { configuration in
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
        // The kernel stores input only after a first read. Without this read, input before the first read of the loop
        // would be lost (E2).
        var nothing: UInt8 = 0
        if direction == .input { _ = snd_rawmidi_read(opened, &nothing, 0) }
        handle = opened
        status = room
        lost = .allocate(capacity: 1)
        lost.initialize(to: 0)
        fd = ALSA.descriptor { snd_rawmidi_poll_descriptors(opened, $0, 1) }
    }

    /// Configures an input to wake for a single byte, and an output to wake when half of its buffer is free, without
    /// ALSA's Active Sensing on close.
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

    /// Closes the port. Drops unsent bytes, because the kernel would otherwise wait up to 10 s for them.
    package func close() {
        drop()
        snd_rawmidi_close(handle)
        snd_rawmidi_status_free(status)
        lost.deallocate()
    }
}
