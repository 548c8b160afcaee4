import CPlatform

extension PortScan {
    /// Appends the ports of the sequencer, except those of the system, of this program, and of cards already listed.
    func appendPorts(of watch: SequencerWatch, to found: inout [FoundPort]) {
        var info: OpaquePointer?
        guard snd_seq_client_info_malloc(&info) >= 0, let client = info else { return }
        defer { snd_seq_client_info_free(client) }
        snd_seq_client_info_set_client(client, -1)
        while snd_seq_query_next_client(watch.handle, client) >= 0 {
            let number = snd_seq_client_info_get_client(client)
            if number == SND_SEQ_CLIENT_SYSTEM { continue }
            if snd_seq_client_info_get_pid(client) == getpid() { continue }
            let itsCard = snd_seq_client_info_get_card(client)
            if itsCard >= 0, !PortScan.hasOnlySequencerPorts(itsCard) { continue }
            let name = String(cString: snd_seq_client_info_get_name(client))
            let card = FoundCard(number: number, isClient: true, id: name, driver: "", name: name, longName: name)
            appendPorts(of: card, watch, to: &found)
        }
    }

    /// Whether a card exists and has only sequencer ports, as some synthesizers do.
    ///
    /// The sequencer clients of a card appear and disappear a moment after the card. Clients of a card that no longer
    /// exists are not listed, or an alias would be assigned to such a leftover (E2).
    private static func hasOnlySequencerPorts(_ card: Int32) -> Bool {
        guard let control = open(card: card) else { return false }
        defer { snd_ctl_close(control) }
        var device: Int32 = -1
        return snd_ctl_rawmidi_next_device(control, &device) >= 0 && device < 0 && !hasEndpoints(card)
    }

    private func appendPorts(of card: FoundCard, _ watch: SequencerWatch, to found: inout [FoundPort]) {
        var info: OpaquePointer?
        guard snd_seq_port_info_malloc(&info) >= 0, let port = info else { return }
        defer { snd_seq_port_info_free(port) }
        var indices = (input: 0, output: 0)
        snd_seq_port_info_set_client(port, card.number)
        snd_seq_port_info_set_port(port, -1)
        while snd_seq_query_next_port(watch.handle, port) >= 0 {
            let directions = PortScan.directions(snd_seq_port_info_get_capability(port))
            let address = PortAddress.sequencer(client: card.number, port: snd_seq_port_info_get_port(port))
            let name = String(cString: snd_seq_port_info_get_name(port))
            if directions.contains(.input) {
                indices.input += 1
                found.append(
                    FoundPort(address: address, direction: .input, index: indices.input, name: name, card: card))
            }
            if directions.contains(.output) {
                indices.output += 1
                found.append(
                    FoundPort(address: address, direction: .output, index: indices.output, name: name, card: card))
            }
        }
    }

    /// Returns the directions in which a port allows connections, seen from the box.
    static func directions(_ capability: UInt32) -> Directions {
        let bits = Int(capability)
        func allows(_ all: Int) -> Bool { bits & all == all }
        guard bits & Int(SND_SEQ_PORT_CAP_NO_EXPORT) == 0 else { return [] }
        var directions: Directions = []
        if allows(Int(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)) { directions.insert(.input) }
        if allows(Int(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)) { directions.insert(.output) }
        return directions
    }
}
