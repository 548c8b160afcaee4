import MIDI
import Panel
import Plan

/// The result of parsing a controller: the controller, or a description of what is expected.
enum ControllerReading {
    case good(Controller)
    case bad(String)
}

extension Reader {
    private static let words: [Text] = [
        "cc", "pitch-bend", "channel-pressure", "program", "note-value", "note-velocity", "key", "switch", "motion",
        "pedal", "knob", "variable", "rpn", "nrpn", "message", "mmc",
    ]

    /// The words of controllers that can only be inputs.
    private static let inputWords = ["note-velocity", "switch", "motion", "pedal", "knob", "variable"]

    /// Reads a controller; `message` and `mmc` have other rules in an input than in an output.
    func controller(_ entry: YAMLNode.Entry?, isInput: Bool) -> Controller? {
        guard let entry else { return nil }
        guard let text = entry.value.text, !text.isEmpty else {
            wrong(entry, "a controller, such as cc 11 or pitch-bend")
            return nil
        }
        switch controller(text, isInput: isInput) {
        case .good(let controller): return controller
        case .bad(let must):
            wrong(entry, must)
            return nil
        }
    }

    /// Parses a controller from a text.
    func controller(_ text: Text, isInput: Bool) -> ControllerReading {
        // Fast path for the most frequent form: does not split the text into words.
        if text.begins(with: "cc "), let number = Reader.seven(text.from(3)) { return .good(.controlChange(number)) }
        guard let words = Word.split(text), let first = words.first, !first.quoted else {
            return .bad("a controller, with quotes in pairs")
        }
        let rest = Array(words.dropFirst())
        switch first.text {
        case "cc": return controlChange(rest)
        case "pitch-bend" where rest.isEmpty: return .good(.pitchBend)
        case "pitch-bend":
            let isCoarse = rest.count == 1 && rest[0].text == "7-bit"
            return isCoarse ? .good(.pitchBendCoarse) : .bad("pitch-bend, or pitch-bend 7-bit")
        case "channel-pressure": return alone(.channelPressure, first, rest)
        case "program": return alone(.program, first, rest)
        case "note-value": return alone(.noteValue, first, rest)
        case "note-velocity": return alone(.noteVelocity, first, rest)
        case "key":
            guard rest.count == 1 else { return .bad("key and \(noteMust)") }
            if let note = note(rest[0].text) { return .good(.key(note)) }
            return .bad(ambiguity(rest[0].text) ?? "key and \(noteMust)")
        case "switch": return footswitch(rest)
        case "motion":
            let axes: [Text] = ["x", "y", "z"]
            if rest.count == 1, let axis = axes.firstIndex(of: rest[0].text) { return .good(.motion(axis)) }
            return .bad("motion x, motion y or motion z")
        case "pedal": return pedal(rest)
        case "knob": return knob(rest)
        case "variable": return variable(rest)
        case "rpn", "nrpn": return parameter(first.text, rest)
        case "message": return message(rest, isInput: isInput)
        case "mmc":
            switch machineControl(rest, isInput: isInput) {
            case .good(let command): return .good(.machineControl(command))
            case .bad(let must): return .bad(must)
            }
        default: return .bad("a controller\(meant(words, isInput: isInput))")
        }
    }

    /// Returns a hint for words that are not a controller: a misspelling, or a name without the word before it.
    private func meant(_ words: [Word], isInput: Bool) -> String {
        if log.isFull { return "" }
        // A controller has at most three words, so four are enough for a comparison.
        let word = words.prefix(4).reduce("") { $0.isEmpty ? $1.text.string : $0 + "-" + $1.text.string }
        let near: String? = word.asText { text in
            if ControllerNames.controller(text.bytes.span) != nil { return "cc " + word }
            if isInput, switchNumbers[text] != nil { return "switch " + word }
            if text.begins(with: "cc"), Reader.seven(text.from(2)) != nil { return "cc \(text.from(2))" }
            // Most keyboards call channel pressure aftertouch.
            if text == "aftertouch" { return "channel-pressure" }
            let known = Reader.words.map { $0.string }.filter { isInput || !Reader.inputWords.contains($0) }
            return nearest(to: words[0].text.string, among: known) ?? nearest(to: word, among: known)
        }
        return near.map { "; did you mean `\($0)`?" } ?? ", such as cc 11 or pitch-bend"
    }

    /// Returns a hint, or an empty text if the log will not store the message.
    @inline(__always)
    func help(_ hint: @autoclosure () -> String) -> String { log.isFull ? "" : hint() }

    private func alone(_ controller: Controller, _ word: Word, _ rest: [Word]) -> ControllerReading {
        rest.isEmpty ? .good(controller) : .bad("`\(word.text)` alone, nothing after it")
    }

    /// Parses `cc 11`, `cc expression`, `cc 11/43` or `cc 11 14-bit`.
    private func controlChange(_ words: [Word]) -> ControllerReading {
        guard let first = words.first else { return .bad("cc and a number 0..127 or a name") }
        if let numbers = Reader.split(first.text) {
            guard words.count == 1 else { return .bad("cc MSB/LSB alone, nothing after it") }
            guard let msb = Reader.seven(numbers.0), let lsb = Reader.seven(numbers.1) else {
                return .bad("cc MSB/LSB, each a number 0..127")
            }
            return msb == lsb ? .bad("cc MSB/LSB, two different ones") : .good(.pair(msb: msb, lsb: lsb))
        }
        var number = Reader.seven(first.text)
        if number == nil && !Decimal.isDigits(first.text) {
            number = ControllerNames.controller(first.text.bytes.span)
            if number == nil {
                return .bad("cc and a number 0..127 or a name" + help(hint(first.text, among: Reader.controllerNames)))
            }
        }
        guard let number else { return .bad("cc and a number 0..127 or a name") }
        if words.count == 1 { return .good(.controlChange(number)) }
        if words[1].text == "relative" { return relative(number, words) }
        guard words.count == 2, words[1].text == "14-bit" else {
            return .bad("cc N, cc N 14-bit, cc N relative or cc MSB/LSB")
        }
        // The standard pairs only 0..31 with 32..63, but devices may pair any controller up to 95 with one 32 higher.
        guard number < 96 else { return .bad("cc 0..95 14-bit, whose LSB is 32 higher; else cc MSB/LSB") }
        return .good(.pair(msb: number, lsb: number + 32))
    }

    private static var controllerNames: [String] {
        var names: [String] = []
        for number in UInt8(0)...127 {
            if let name = ControllerNames.name(number) { names.append(string(name)) }
        }
        return names
    }

    /// Parses the footswitch `A`, `A short`, `A long`, `A double`, `A single` or `A+B`.
    private func footswitch(_ words: [Word]) -> ControllerReading {
        guard let name = words.first?.text else { return .bad("switch and the name of a footswitch") }
        let names = box.footswitches.map { $0.name }
        if let plus = name.bytes.firstIndex(of: UInt8(ascii: "+")) {
            guard words.count == 1 else { return .bad("switch A+B alone, nothing after it") }
            let pair = [name.upTo(plus), name.from(plus + 1)]
            for name in pair where switchNumbers[name] == nil {
                return .bad("switch and names of footswitches" + help(offer(name, among: names)))
            }
            return chord(switchNumbers[pair[0]] ?? 0, switchNumbers[pair[1]] ?? 0)
        }
        guard let number = switchNumbers[name] else {
            return .bad("switch and the name of a footswitch" + help(offer(name, among: names)))
        }
        if words.count == 1 { return .good(.contact(Int(Footswitches.contact(number)))) }
        if words.count == 2, words[1].text == "short" {
            box.shorts |= 1 << UInt16(number)
            return .good(.contact(Int(Footswitches.short(number))))
        }
        if words.count == 2, words[1].text == "long" { return .good(.contact(Int(Footswitches.long(number)))) }
        if words.count == 2, words[1].text == "double" { return .good(.contact(Int(Footswitches.double(number)))) }
        if words.count == 2, words[1].text == "single" {
            box.singles |= 1 << UInt16(number)
            return .good(.contact(Int(Footswitches.single(number))))
        }
        return .bad("switch \(name), or short, long, double or single behind it")
    }

    /// Returns the control of a pair of footswitches; `B+A` is equal to `A+B` (F2).
    private func chord(_ a: Int, _ b: Int) -> ControllerReading {
        if a == b { return .bad("switch A+B, two different ones") }
        let chord = BoxConfiguration.Chord(first: Swift.min(a, b), second: Swift.max(a, b))
        if let index = box.chords.firstIndex(of: chord) { return .good(.contact(Int(Footswitches.chord(index)))) }
        if box.chords.count == PanelLimits.chords {
            return .bad("one of \(PanelLimits.chords) pairs at most, the limit `chords`")
        }
        box.chords.append(chord)
        return .good(.contact(Int(Footswitches.chord(box.chords.count - 1))))
    }

    /// Parses an RPN or NRPN, `0/1` or `0/1 14-bit`.
    private func parameter(_ kind: Text, _ words: [Word]) -> ControllerReading {
        guard let first = words.first, let numbers = Reader.split(first.text), let msb = Reader.seven(numbers.0),
            let lsb = Reader.seven(numbers.1), words.count == 1 || words.count == 2 && words[1].text == "14-bit"
        else { return .bad("\(kind) MSB/LSB, each 0..127, and 14-bit where it has an LSB") }
        if msb == 127 && lsb == 127 {
            return .bad("another parameter: \(kind) 127/127 is the null parameter, which deselects all")
        }
        return .good(
            .parameter(Parameter(isRegistered: kind == "rpn", msb: msb, lsb: lsb, isFine: words.count == 2)))
    }

    private func message(_ words: [Word], isInput: Bool) -> ControllerReading {
        guard words.count == 1, words[0].quoted else { return .bad("message and its bytes in quotes") }
        switch Pattern.read(words[0].text) {
        case .bad(let must): return .bad(must)
        case .good(let pattern):
            if let fault = isInput ? pattern.inputFault : pattern.outputFault { return .bad(fault) }
            return .good(.message(pattern))
        }
    }

    /// Splits `11/43` at the slash; nil if there is none.
    static func split(_ text: Text) -> (Text, Text)? {
        guard let slash = text.bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return (text.upTo(slash), text.from(slash + 1))
    }

    /// Parses a number 0..127.
    static func seven(_ text: Text) -> UInt8? {
        guard let value = Decimal.whole(text, signed: false), value <= 127 else { return nil }
        return UInt8(value)
    }

    static func string(_ text: StaticString) -> String {
        String(decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), as: UTF8.self)
    }
}
