import MIDI

/// Commands of MIDI Machine Control (RP-013): `F0 7F device 06 command F7`. The device is 7F, all devices.
enum MachineControl {
    /// From the "Index list" of commands in RP-013.
    private static let commands: [(name: String, code: UInt8)] = [
        ("stop", 0x01), ("play", 0x02), ("deferred-play", 0x03), ("fast-forward", 0x04), ("rewind", 0x05),
        ("record-strobe", 0x06), ("record-exit", 0x07), ("record-pause", 0x08), ("pause", 0x09),
    ]

    /// The SysEx message of a command; nil for an unknown name.
    static func message(_ name: String) -> [UInt8]? {
        commands.first { $0.name == name }.map { [Status.sysEx, 0x7F, 0x7F, 0x06, $0.code, Status.sysExEnd] }
    }

    static var names: String {
        var names = ""
        for (name, _) in commands { names += names.isEmpty ? name : ", \(name)" }
        return names
    }
}
