import Engine
import Host
import Loop
import Configuration
import MIDI
import Routing

// A recording as a script that `render` can play again. Sent and dropped messages and loads are comments.
extension Recording {
    private struct Entry {
        /// Nanoseconds since the beginning.
        var time: UInt64
        /// Order of entries with the same time: 0 input, 1 dropped messages and loads, 2 output, 3 the end.
        var order: Int
        var text: String
    }

    /// The text of the script.
    var text: [UInt8] {
        guard let moment, let replayed = replay(moment) else { return textWithoutReplay }
        let (sent, known) = (sent, knownSince)
        var entries = replayed.script.lines.map {
            Entry(time: $0.time, order: $0.text == "end" ? 3 : 0, text: line($0))
        }
        for line in replayed.lines where line.port == nil { entries.append(comment(line, 1)) }
        for line in replayed.lines where line.port != nil && line.time < known { entries.append(comment(line, 2)) }
        for line in sent where line.time >= known { entries.append(comment(line, 2)) }
        let same = difference(replayed.lines, sent, since: known)
        return header(same, known) + lay(entries)
    }

    /// Plays the recording through another engine. Returns its script and the output; nil if that fails.
    private func replay(_ moment: RecordedMoment) -> (script: RecordedScript, lines: [RenderLog.Line])? {
        let twin = CompiledConfiguration(besides: configuration)
        let sink: Transmit = { _, _, _, _, _ in 1 }
        guard let fresh = Engine(twin, context: nil, transmit: sink) else { return nil }
        defer { fresh.free() }
        let script = RecordedScript(moment, inputs, until: end, fresh: fresh, twin)
        var text: [UInt8] = []
        for line in script.lines { text += Array((self.line(line) + "\n").utf8) }
        let read = RenderScript(text, for: twin)
        if !read.problems.isEmpty { return nil }
        guard let render = Render(twin, preset: moment.preset, from: read.beginning, why: true, loads: true) else {
            return nil
        }
        defer { render.free() }
        return (script, render.lines(read))
    }

    /// The time from which on all output is known, in nanoseconds since the beginning; `UInt64.max` if none is known.
    private var knownSince: UInt64 {
        if !forgetsOutputs { return 0 }
        guard let first = outputs.first else { return UInt64.max }
        // A wire sends a message later than it was handed over (S9), and the beginning of a SysEx may be overwritten.
        var known = first.time + Loop.wireLead + 8 * Wire.byteTime
        var begun: UInt32 = 0
        for record in outputs {
            guard case .message(let message, let port) = record.what, let status = message.sysExStatus else { continue }
            let bit: UInt32 = 1 << UInt32(port)
            if status == .start || status == .complete { begun |= bit }
            if begun & bit == 0 { known = max(known, record.time + 1) }
        }
        return known > origin ? known - origin : 0
    }

    /// The first time at which the replay differs from the recorded output; nil if they are equal.
    private func difference(
        _ replayed: [RenderLog.Line], _ sent: [RenderLog.Line], since known: UInt64
    ) -> UInt64? {
        let expected = sent.filter { $0.time >= known }
        let given = replayed.filter { $0.port != nil && $0.time >= known }
        for index in 0..<max(expected.count, given.count) {
            if index >= expected.count { return given[index].time }
            if index >= given.count { return expected[index].time }
            let (one, other) = (expected[index], given[index])
            if one.time != other.time || one.text != other.text { return min(one.time, other.time) }
        }
        return nil
    }

    private func header(_ difference: UInt64?, _ known: UInt64) -> [UInt8] {
        var lines = [
            "Treadle \(Treadle.version), flight recorder of \(configuration.box.name)",
            "Length \(RecordedScript.milliseconds(end - origin)) ms. Times count from the first line.",
            "Replay: treadle render BOX.yaml THIS. Comments show the messages that were sent or dropped, and why.",
        ]
        if known == UInt64.max {
            lines.append("The sent messages are no longer recorded. The comments show those of a replay.")
        } else if known > 0 {
            lines.append(
                "Messages sent before \(RecordedScript.milliseconds(known)) are no longer recorded. Those of a replay "
                    + "are shown."
            )
        }
        if let difference {
            lines.append(
                "The replay is not exact: it differs from the sent messages from "
                    + "\(RecordedScript.milliseconds(difference)) on."
            )
        } else {
            lines.append("The replay is exact.")
        }
        return Array(lines.map { "# \($0)\n" }.joined().utf8)
    }

    private func line(_ line: RecordedScript.Line) -> String {
        "\(RecordedScript.milliseconds(line.time)) \(line.text)"
    }

    private func comment(_ line: RenderLog.Line, _ order: Int) -> Entry {
        var text = Array("# ".utf8)
        Digits.milliseconds(line.time, into: &text)
        text.append(UInt8(ascii: " "))
        return Entry(time: line.time, order: order, text: String(decoding: text + line.text, as: UTF8.self))
    }

    /// The text of entries, sorted by time, then by `order`, then as given.
    private func lay(_ entries: [Entry]) -> [UInt8] {
        var text: [UInt8] = []
        let order = entries.indices.sorted {
            (entries[$0].time, entries[$0].order, $0) < (entries[$1].time, entries[$1].order, $1)
        }
        for index in order {
            text += Array(entries[index].text.utf8)
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }

    /// The script when no moment is known: the input for a box just switched on, and the sent messages.
    private var textWithoutReplay: [UInt8] {
        let script = RecordedScript(inputs, from: origin, until: end, configuration)
        var entries = script.lines.map { Entry(time: $0.time, order: $0.text == "end" ? 3 : 0, text: line($0)) }
        for line in sent { entries.append(comment(line, 2)) }
        let lines = [
            "Treadle \(Treadle.version), flight recorder of \(configuration.box.name)",
            "The replay is not exact: the state of the box at the beginning is not recorded, because the box was busy "
                + "or",
            "has reloaded its configuration. A replay begins with a box that was just switched on.",
        ]
        return Array(lines.map { "# \($0)\n" }.joined().utf8) + lay(entries)
    }
}
