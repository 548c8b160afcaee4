import MIDI
import Plan

// Programs by name; the device at a port reports the names (U10).
extension Reader {
    /// Reads the last known programs: from the state folder of an appliance, else from the folder of the box file.
    static func readKnownPrograms(_ files: ConfigurationFiles) -> KnownPrograms {
        for name in ["\(KnownPrograms.applianceFolder)/\(KnownPrograms.fileName)", KnownPrograms.fileName] {
            if case .bytes(let bytes) = files.read(name) {
                return KnownPrograms(text: String(decoding: bytes, as: UTF8.self))
            }
        }
        return KnownPrograms()
    }

    /// Reads the name of a program; returns Bank Select and Program Change, or nothing with a warning if the name is
    /// unknown.
    ///
    /// - Parameter ports: the destinations; the first one that has a program with this name decides.
    func program(_ entry: YAMLNode.Entry, named name: Text, _ channel: UInt8, of ports: [PortIndex]) -> [Message] {
        box.namesPrograms = true
        let name = name.string
        let known = ports.filter { $0.position < box.ports.count }.map { box.ports[$0.position].alias }
        for alias in known {
            if let program = knownPrograms.programs(of: alias)?.first(where: { $0.name == name }) {
                return program.messages(channel: channel)
            }
        }
        let lists = known.compactMap { knownPrograms.programs(of: $0) }
        if lists.isEmpty {
            log.warning(
                entry.value.place,
                "the programs of `\(known.first ?? "the destination")` are not known yet, so nothing is sent; "
                    + "the device tells them when the box runs")
        } else {
            let names = lists.flatMap { $0.map { $0.name } }
            log.warning(
                entry.value.place,
                "`\(clipped(name))` is no program of `\(known[0])`, so nothing is sent" + offer(name, among: names))
        }
        return []
    }
}

extension KnownPrograms.Entry {
    /// Returns Bank Select and Program Change on a channel 0...15.
    package func messages(channel: UInt8) -> [Message] {
        [
            .controlChange(channel: channel, controller: ControllerNumber.bankMSB, value: bankMSB),
            .controlChange(channel: channel, controller: ControllerNumber.bankLSB, value: bankLSB),
            .programChange(channel: channel, program: program),
        ]
    }
}
