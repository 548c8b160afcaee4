import MIDI

// Writes the controllers: chapter C (RFC 6295, A.3).
extension SentChannel {
    mutating func writeControllers(into writer: inout JournalWriter) -> Bool {
        var controller = controllers.first(in: writer.window, age: writer.window.endsDepth)
        if controller == RecentNumbers.none { return false }
        let mark = writer.begin(header: 1)
        var logs = 0
        while controller != RecentNumbers.none {
            let entry = controllers[controller]
            if writer.window.covers(entry.packet) || SentChannel.ends(controller, entry.value) {
                logs += writeLogs(controller, entry, into: &writer)
            }
            controller = entry.newer
        }
        if logs == 0 {
            writer.drop(mark)
            return false
        }
        if logs > 128 { writer.giveUp() }
        writer.end(mark, UInt8(truncatingIfNeeded: logs - 1))
        return true
    }

    // The value tool cannot tell a lost All Notes Off from an earlier one, since both have value 0. The count tool can.
    private mutating func writeLogs(
        _ controller: UInt8, _ entry: RecentNumbers.Entry, into writer: inout JournalWriter
    ) -> Int {
        var logs = 0
        if ModeController.isAction(controller) {
            writer.put(controller, of: entry.packet)
            writer.put(0xC0 | entry.extra)
            logs = 1
        }
        if logs == 0 || entry.value != 0 {
            writer.put(controller, of: entry.packet)
            writer.put(entry.value)
            logs += 1
        }
        return logs
    }

    private static func ends(_ controller: UInt8, _ value: UInt8) -> Bool {
        ModeController.isPedal(controller) && value < 64 || ModeController.isAction(controller)
    }
}
