import MIDI
import Plan

/// Assembles a SysEx from its UMPs.
struct HeardSysEx {
    private var bytes: [UInt8] = []
    private var source: Int?

    /// Adds a UMP. Returns the whole SysEx as the configuration writes it once it ends: as a machine control
    /// command if possible, else as `message`. Returns nil for other messages and for a SysEx longer than a pattern
    /// may be.
    mutating func hear(_ message: Message, from source: Int) -> String? {
        guard let status = message.sysExStatus, message.isSysEx else { return nil }
        if status == .start || status == .complete { (bytes, self.source) = ([Status.sysEx], source) }
        guard self.source == source else { return nil }
        for index in 0..<message.sysExCount { bytes.append(message.sysExByte(index)) }
        // At the limit there is no room for the final F7.
        if bytes.count >= Limits.patternBytes { self.source = nil }
        guard self.source != nil, status == .end || status == .complete else { return nil }
        self.source = nil
        bytes.append(Status.sysExEnd)
        if let command = MachineControl(bytes) { return command.text }  // N11
        return "message \"\(Digits.hex(bytes))\""
    }
}
