import Settings

// Permission to read and replace configuration files by MIDI-CI (U9). The default is none.
extension Reader {
    /// The places of `write: true` in the file.
    struct WritePlaces {
        var box: Place?
        /// The places at ports, by port number.
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

    /// Warns of `write: true` without effect, and of `write: true` at a network port.
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
                "`write` has no effect: a port of a network or of other programs needs `write: true` too, and there is "
                    + "no other with MIDI-CI")
        }
    }
}

extension BoxConfiguration {
    /// Whether devices at a port may read and replace configuration files (U9).
    ///
    /// - Parameter isHardware: whether the device is wired to the box. A device in a network, over Bluetooth or behind
    ///   another program, which may relay either, needs `write: true` at the port.
    package func servesState(_ port: PortConfiguration, isHardware: Bool) -> Bool {
        midiCI.mayWrite && port.mayWrite ?? isHardware
    }

    /// Whether any device that may be connected to the port has this permission.
    fileprivate func mayServeState(_ port: PortConfiguration) -> Bool {
        let isOfPrograms = port.place == .virtual || port.isNetwork || port.isBluetooth
        return port.offersCI && port.receives && port.sends && servesState(port, isHardware: !isOfPrograms)
    }
}
