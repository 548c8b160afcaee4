import CPlatform

// Called outside the loop, while no other thread uses these ports.
extension Sequencer {
    /// Makes a port named `name` to which other programs can connect.
    ///
    /// - Returns: the number of the port for `read` and `write`, 0..<`maxPorts`.
    package func addVirtualPort(_ name: String, _ directions: Directions) throws(DeviceError) -> Int32 {
        var capabilities: UInt32 = 0
        if directions.contains(.input) { capabilities |= UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE) }
        if directions.contains(.output) { capabilities |= UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ) }
        return try addPort(name, capabilities)
    }

    /// Makes a port and connects it to a port of another client. Other programs cannot connect to it.
    ///
    /// - Parameters:
    ///   - direction: `.input` reads from the other port, `.output` writes to it.
    /// - Returns: the number of our port, 0..<`maxPorts`.
    package func connect(
        _ name: String, _ direction: Direction, client: Int32, port: Int32
    ) throws(DeviceError) -> Int32 {
        let capability = direction == .input ? SND_SEQ_PORT_CAP_WRITE : SND_SEQ_PORT_CAP_READ
        let own = try addPort(name, UInt32(capability | SND_SEQ_PORT_CAP_NO_EXPORT))
        let code =
            direction == .input
            ? snd_seq_connect_from(handle, own, client, port) : snd_seq_connect_to(handle, own, client, port)
        guard code >= 0 else {
            removePort(own)
            throw DeviceError("sequencer port \(client):\(port)", .sound, doing: "connecting", code: -code)
        }
        return own
    }

    /// Whether another program is connected to one of our ports, to receive what we write. True where that is unknown.
    package func isHeard(_ port: Int32) -> Bool {
        var info: OpaquePointer?
        guard snd_seq_port_info_malloc(&info) >= 0, let info else { return true }
        defer { snd_seq_port_info_free(info) }
        return snd_seq_get_port_info(handle, port, info) < 0 || snd_seq_port_info_get_read_use(info) > 0
    }

    /// Removes a port and its connections.
    package func removePort(_ port: Int32) {
        snd_seq_delete_simple_port(handle, port)
        snd_midi_event_free(encoders[Int(port)])
        encoders[Int(port)] = nil
    }

    private func addPort(_ name: String, _ capabilities: UInt32) throws(DeviceError) -> Int32 {
        let type = UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_PORT)
        let port = snd_seq_create_simple_port(handle, name, capabilities, type)
        guard port >= 0 else {
            throw DeviceError("sequencer port \(name)", .sound, doing: "making it", code: -port)
        }
        var encoder: OpaquePointer?
        guard port < Sequencer.maxPorts, snd_midi_event_new(Sequencer.sysExPiece, &encoder) >= 0 else {
            snd_seq_delete_simple_port(handle, port)
            throw DeviceError.failed("sequencer port \(name)", doing: "making it", code: ENOSPC)
        }
        encoders[Int(port)] = encoder
        return port
    }
}
