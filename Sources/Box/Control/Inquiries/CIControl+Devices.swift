import Configuration
import MIDICI
import Plan
import Upkeep

// The devices that have answered (U10).
extension CIControl {
    /// Handles a notice about a device.
    ///
    /// - Parameter alias: returns the alias of a port, by its index in the box file.
    func handle(_ notice: CINotice, _ alias: (Int) -> String?, at now: UInt64) {
        guard notice.kind == .programs, let peer = device.peers.first(where: { $0.muid == notice.muid }),
            let port = places[peer.port]?.port, let alias = alias(port), let programs = peer.programs
        else { return }
        let entries = programs.map {
            KnownPrograms.Entry(bankMSB: $0.bankMSB, bankLSB: $0.bankLSB, program: $0.program, name: $0.title)
        }
        if kept.keep(entries, of: alias, at: now) { hasNewPrograms = true }
    }

    /// A line for each device that speaks MIDI-CI, in the order of the ports.
    func lines(_ alias: (Int) -> String?) -> [String] {
        var lines: [String] = []
        for place in places.indices {
            guard let port = places[place]?.port, let alias = alias(port) else { continue }
            for peer in device.peers where peer.port == place {
                lines.append("device \(DeviceLine(peer, alias: alias).text.visible)")
            }
        }
        return lines
    }
}
