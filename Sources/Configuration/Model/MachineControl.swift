import MIDI

/// An MMC command (MIDI Machine Control, RP-013) to a device (N11): `F0 7F device 06 command F7`.
package struct MachineControl: Equatable {
    /// A command code from `commands`.
    var code: UInt8
    /// The device number, 0...126, or `allDevices`.
    var device = MachineControl.allDevices
    /// The target of a locate; nil for other commands and, in an input, for any target.
    var time: LocateTime?

    static let allDevices: UInt8 = 0x7F
    /// The code of `locate`, the only command with data.
    static let locate: UInt8 = 0x44
    /// The second byte of each message (universal real time), and the sub-ID that follows the device number.
    private static let universal: UInt8 = 0x7F
    private static let command: UInt8 = 0x06
    /// The bytes between the code and the time of a locate: the number of bytes that follow, and TARGET.
    private static let target: [UInt8] = [0x06, 0x01]

    /// The commands, from the "Index list" in RP-013.
    private static let commands: [(name: String, code: UInt8)] = [
        ("stop", 0x01), ("play", 0x02), ("deferred-play", 0x03), ("fast-forward", 0x04), ("rewind", 0x05),
        ("record-strobe", 0x06), ("record-exit", 0x07), ("record-pause", 0x08), ("pause", 0x09), ("eject", 0x0A),
        ("chase", 0x0B), ("command-error-reset", 0x0C), ("reset", 0x0D), ("locate", locate),
    ]

    static var names: [String] { commands.map { $0.name } }

    /// Finds the command with which words begin, and its number of words: a blank may replace a hyphen.
    static func command(_ words: [String]) -> (code: UInt8, count: Int)? {
        var name = ""
        // The longest name has three words.
        for (index, word) in words.prefix(3).enumerated() {
            name += index == 0 ? word : "-" + word
            if let command = commands.first(where: { $0.name == name }) { return (command.code, index + 1) }
        }
        return nil
    }

    /// Returns how many of the words after `mmc` belong to the command; at least 1.
    package static func wordCount(_ words: [String]) -> Int {
        var count = command(words)?.count ?? 1
        if count < words.count, words[count].utf8.contains(UInt8(ascii: ":")) { count += 1 }
        while count < words.count, words[count] == "device" || words[count] == "fps" { count += 2 }
        return Swift.min(count, words.count)
    }
}

extension MachineControl {
    /// The whole SysEx, from F0 to F7.
    var bytes: [UInt8] {
        var bytes = [Status.sysEx, MachineControl.universal, device, MachineControl.command, code]
        if let time { bytes += MachineControl.target + time.bytes }
        return bytes + [Status.sysExEnd]
    }

    /// Parses a whole SysEx; nil unless it is exactly one of the commands and `bytes` would return the same bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 5, bytes[0] == Status.sysEx, bytes[1] == MachineControl.universal, bytes[2] < 0x80,
            bytes[3] == MachineControl.command, bytes.last == Status.sysExEnd
        else { return nil }
        let data = Array(bytes[5...].dropLast())
        (code, device) = (bytes[4], bytes[2])
        if code == MachineControl.locate {
            guard Array(data.prefix(2)) == MachineControl.target, let time = LocateTime(Array(data.dropFirst(2))) else {
                return nil
            }
            self.time = time
        } else if !data.isEmpty || !MachineControl.commands.contains(where: { [code] in $0.code == code }) {
            return nil
        }
    }

    /// The command as written in a configuration: `mmc play device 5`.
    package var text: String {
        let name = MachineControl.commands.first { $0.code == code }?.name ?? ""
        return "mmc " + name + (time.map { " " + $0.text } ?? "")
            + (device == MachineControl.allDevices ? "" : " device \(device)")
    }
}

extension MachineControl {
    /// The message that the command sends.
    var output: Pattern { Pattern(pieces: bytes.map { .byte($0) }) }

    /// The pattern that this command matches as an input: its device or the all-devices number; any device if none is
    /// named. A locate without a time matches every time.
    var input: Pattern {
        var pieces = output.pieces
        pieces[2] = device == MachineControl.allDevices ? .any : .either([device, MachineControl.allDevices])
        if code == MachineControl.locate {
            let target = MachineControl.target.map { Pattern.Piece.byte($0) }
            let time = self.time?.pieces ?? [Pattern.Piece](repeating: .any, count: LocateTime.byteCount)
            pieces = Array(pieces[..<5]) + target + time + [.byte(Status.sysExEnd)]
        }
        return Pattern(pieces: pieces)
    }
}
