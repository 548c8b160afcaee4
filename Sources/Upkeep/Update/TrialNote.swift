import CPlatform
import Host

/// The record of an update on the data partition, by which a start can tell a trial from a failed one (I5).
package struct TrialNote: Equatable {
    package enum State: String {
        /// The slot is being written.
        case writing
        /// The slot is complete. The selector may not contain the trial yet.
        case written
        /// The next start is the trial.
        case armed
        /// The new slot has started and is on trial.
        case begun
    }

    /// How the firmware is told to start the slot.
    package enum Way: String {
        /// The firmware is not told yet. On a Raspberry Pi, the next start restarts with the flag of tryboot.
        case nextStart = "next-start"
        /// The update has set `try` in grubenv, or the restart passes the flag of tryboot.
        case flag
        /// The restart passes the partition number in the register of the Pi's watchdog, if tryboot has no effect.
        case partition
    }

    package var state: State
    package var slot: Int
    package var version: UpdateVersion
    package var way = Way.flag
    /// Aliases of the ports that were open before the update. The trial succeeds when they are open again.
    package var ports: [String] = []

    package static let path = StateFolder.ofAppliance + "/update.txt"

    package init(_ state: State, slot: Int, version: UpdateVersion, ports: [String]) {
        (self.state, self.slot, self.version, self.ports) = (state, slot, version, ports)
    }

    /// Parses the text of the file; nil if it is not a valid record.
    package init?(_ text: [UInt8]) {
        var words: [String: String] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            guard let blank = line.firstIndex(of: " ") else { return nil }
            let value = String(line[line.index(after: blank)...])
            if line[..<blank] == "port" { ports.append(value) } else { words[String(line[..<blank])] = value }
        }
        guard let state = words["state"].flatMap({ State(rawValue: $0) }),
            let way = words["way"].flatMap({ Way(rawValue: $0) }),
            let slot = words["slot"].flatMap({ Int($0) }), slot == 2 || slot == 3,
            let version = words["version"].flatMap({ UpdateVersion($0) })
        else { return nil }
        (self.state, self.slot, self.version, self.way) = (state, slot, version, way)
    }

    package var text: String {
        var text = "state \(state.rawValue)\nslot \(slot)\nversion \(version.text)\nway \(way.rawValue)\n"
        for port in ports { text += "port \(port)\n" }
        return text
    }

    /// Reads the record from the data partition; nil if there is none.
    package static func read() -> TrialNote? { Console.readOwnFile(path).flatMap { TrialNote($0) } }

    /// Writes the record. Returns false if it will not survive a power cut.
    package func keep() -> Bool {
        var files = SafeFiles(SystemCalls())
        return (try? files.write(Array(text.utf8), to: TrialNote.path)) != nil
    }

    package static func remove() {
        var files = SafeFiles(SystemCalls())
        files.remove(path)
    }

    /// The argument of reboot(2) that makes the Pi's firmware start the slot.
    package var restart: String { way == .partition ? "\(slot)" : Restart.trial }
}

/// What a start must do according to the record of an update.
package enum TrialStart: Equatable {
    case ordinary
    /// This start is the trial.
    case trial(TrialNote)
    /// Restart with `TrialNote.restart`: with the flag of tryboot if the trial was not requested yet, with the
    /// partition's number if the firmware ignored the flag.
    case restart(TrialNote)
    /// The update was interrupted while it was written. The old version runs.
    case cut(UpdateVersion)
    /// The trial has failed. The old version runs.
    case failed(UpdateVersion)

    /// - Parameter running: the slot that runs; nil if it is not known.
    package init(_ note: TrialNote?, running: Int?, _ selector: BootSelector?) {
        guard var note, let running else {
            self = .ordinary
            return
        }
        if note.slot == running && note.state != .writing {
            note.state = .begun
            self = .trial(note)
        } else if note.state == .armed && note.way != .partition && selector == .autoboot {
            note.way = note.way == .nextStart ? .flag : .partition
            self = .restart(note)
        } else {
            let hasBeenTried = note.state == .armed || note.state == .begun
            self = hasBeenTried ? .failed(note.version) : .cut(note.version)
        }
    }
}
