// Who may read and replace the files of the configuration by MIDI-CI (U9). Nobody may unless the file says so.
extension Reader {
    /// Where `write: true` stands.
    struct WritePlaces {
        var box: Place?
        /// By port number.
        var ports: [Int: Place] = [:]
    }

    /// Reads `write:` of a port.
    func readWrite(_ entry: YAMLNode.Entry?, _ port: inout PortConfiguration) {
        port.mayWrite = boolean(entry)
        if port.mayWrite == true { writePlaces.ports[box.ports.count] = entry?.value.place }
    }

    /// Reads `write:` of `midi-ci`.
    func readWrite(_ entry: YAMLNode.Entry?) {
        if let writes = boolean(entry) { box.midiCI.mayWrite = writes }
        if box.midiCI.mayWrite { writePlaces.box = entry?.value.place }
    }

    /// Warns of `write: true` that has no effect, and of one that the whole network has.
    func warnOfWriting() {
        for (index, port) in box.ports.enumerated() {
            guard let place = writePlaces.ports[index] else { continue }
            if !box.midiCI.isEnabled || !port.offersCI || !port.receives || !port.sends {
                log.warning(
                    place, "`write` has no effect: the port has no MIDI-CI, which needs `direction: both` and `midi-ci`"
                )
            } else if !box.midiCI.mayWrite {
                log.warning(place, "`write` has no effect: `midi-ci` of the box does not say `write: true`")
            } else if case .network(let rule) = port.place {
                let who: String
                switch rule {
                case .everybody: who = "everybody in the network"
                case .name(let name): who = "every device that calls itself `\(clipped(name))`"
                case .place(let address): who = "every device that takes the address `\(clipped(address.text))`"
                }
                log.warning(place, "network MIDI has no password: \(who) can read and replace the configuration")
            }
        }
        guard let place = writePlaces.box else { return }
        if !box.midiCI.isEnabled {
            log.warning(place, "`write` has no effect with `enabled: false`")
        } else if !box.ports.contains(where: { box.mayServeState($0) }) {
            log.warning(
                place,
                "`write` has no effect: a port of a network or of other programs needs `write: true` too, and there is no "
                    + "other with MIDI-CI")
        }
    }
}

extension BoxConfiguration {
    /// Whether devices at a port may read and replace the files of the configuration (U9).
    ///
    /// - Parameter isHardware: it is a wire at the box. What comes over a network, by Bluetooth or from another program,
    ///   which may pass on either, needs the word of the port itself.
    public func servesState(_ port: PortConfiguration, isHardware: Bool) -> Bool {
        midiCI.mayWrite && port.mayWrite ?? isHardware
    }

    /// Whether something that the port may be connected to may do so.
    fileprivate func mayServeState(_ port: PortConfiguration) -> Bool {
        let isOfPrograms = port.place == .virtual || port.isNetwork
        return port.offersCI && port.receives && port.sends && servesState(port, isHardware: !isOfPrograms)
    }
}
