import Settings
import CPlatform

/// The needed fields of a libyaml event, copied so that libyaml's event can be freed at once.
struct YAMLEvent {
    var type = YAML_NO_EVENT
    var place = Place(file: 0, line: 0, column: 0)
    /// The offsets, in characters, of the first character and of the character after the last.
    var start: Int32 = 0
    var end: Int32 = 0
    var text: Text = ""
    var quoted = false
    var tagged = false
    /// The name of the anchor; empty if there is none.
    var anchor: Text = ""

    /// Whether the event is a scalar without tag and anchor, like most scalars.
    @inline(__always)
    var isPlain: Bool { type == YAML_SCALAR_EVENT && !tagged && anchor.isEmpty }
}

extension YAMLParser {
    /// Reads the next event with `yaml_parser_parse`; false if the text is not valid YAML.
    @_optimize(speed)
    mutating func next(_ result: inout YAMLEvent) -> Bool {
        guard yaml_parser_parse(parser, event) == 1 else { return false }
        result.type = event.pointee.type
        result.place = place(event.pointee.start_mark)
        result.start = Int32(truncatingIfNeeded: event.pointee.start_mark.index)
        result.end = Int32(truncatingIfNeeded: event.pointee.end_mark.index)
        result.anchor = ""
        result.tagged = false
        lastQuoted = 0..<0
        var isEmpty = false
        switch result.type {
        case YAML_ALIAS_EVENT:
            result.anchor = text(treadle_yaml_anchor(event))
        case YAML_SCALAR_EVENT:
            result.text = scalarText
            result.quoted = treadle_yaml_is_plain(event) == 0
            if result.quoted { lastQuoted = Int(result.start)..<Int(result.end) }
            result.anchor = text(treadle_yaml_anchor(event))
            result.tagged = treadle_yaml_is_tagged(event) != 0
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            result.anchor = text(treadle_yaml_anchor(event))
            result.tagged = treadle_yaml_is_tagged(event) != 0
            isEmpty = result.anchor.isEmpty && !result.tagged
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: isEmpty = true
        default: break
        }
        // An event without text owns no memory, so the call is saved.
        if !isEmpty { yaml_event_delete(event) }
        return true
    }

    /// The text of a scalar: a view of the file if the scalar is unquoted and on one line, else a copy.
    @inline(__always)
    private var scalarText: Text {
        mutating get {
            let (start, end) = (event.pointee.start_mark, event.pointee.end_mark)
            let count = treadle_yaml_length(event)
            if isASCII && treadle_yaml_is_plain(event) != 0 && start.line == end.line
                && Int(end.index) - Int(start.index) == count
            {
                return Text(UnsafeBufferPointer(rebasing: text[Int(start.index)..<Int(end.index)]))
            }
            return memory.copy(Text(UnsafeBufferPointer(start: treadle_yaml_value(event), count: count)))
        }
    }

    // Mutating, like everything that reads values: a nonmutating method would receive a copy of the parser.
    @inline(__always)
    private mutating func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> Text {
        if let name { return copy(name) }
        return ""
    }

    @inline(never)
    private mutating func copy(_ name: UnsafeMutablePointer<yaml_char_t>) -> Text {
        var length = 0
        while name[length] != 0 { length += 1 }
        return memory.copy(Text(UnsafeBufferPointer(start: name, count: length)))
    }

    /// Ends reading with libyaml's error: in our words for a common mistake, else in libyaml's words.
    mutating func reportSyntax() {
        let problem = words(parser.pointee.problem)
        if parser.pointee.error == YAML_READER_ERROR {
            // For invalid UTF-8, libyaml reports only the offset.
            let message =
                problem.begins(with: "control") ? "this character cannot be read; delete it" : "not UTF-8 text"
            let at = min(Int(parser.pointee.problem_offset), text.count)
            return breakOff(at: at, place(of: at), "\(message): \(problem)", isCommon: true)
        }
        let context = words(parser.pointee.context)
        let mark = parser.pointee.problem_mark
        let at = offset(Int(mark.index))
        let mistake = YAMLMistake(
            text: Text(text), problem: problem, context: context, mark: at,
            start: context.isEmpty ? at : offset(Int(parser.pointee.context_mark.index)),
            quoted: offset(lastQuoted.lowerBound)..<offset(lastQuoted.upperBound))
        if let found = mistake.find() {
            return breakOff(at: found.at, place(of: found.at), found.message, isCommon: true)
        }
        if problem.isEmpty { return fail(place(mark), "not enough memory") }
        let message = context.isEmpty ? problem.string : "\(problem) (\(context))"
        breakOff(at: at, place(mark), message, isCommon: false)
    }

    /// Wraps a message of libyaml; empty if there is none.
    private func words(_ words: UnsafePointer<CChar>?) -> Text {
        guard let words else { return "" }
        return words.withMemoryRebound(to: UInt8.self, capacity: strlen(words)) {
            Text(UnsafeBufferPointer(start: $0, count: strlen(words)))
        }
    }

    /// Converts an offset from characters to bytes.
    func offset(_ character: Int) -> Int {
        if isASCII { return min(character, text.count) }
        var (left, at) = (character, 0)
        while at < text.count {
            if text[at] & 0xC0 != 0x80 {
                if left == 0 { return at }
                left -= 1
            }
            at += 1
        }
        return at
    }

    private func place(of offset: Int) -> Place {
        var place = Place(file: file, line: 1, column: 1)
        for byte in text.prefix(offset) {
            if byte == 10 {
                place.line += 1
                place.column = 1
            } else if byte & 0xC0 != 0x80 {
                place.column += 1
            }
        }
        return place
    }
}
