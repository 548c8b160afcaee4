import CPlatform

/// What of libyaml's events is needed, copied out so that the event itself can be freed at once.
struct YAMLEvent {
    var type: yaml_event_type_t
    var start: yaml_mark_t
    var end: yaml_mark_t
    var text = ""
    var quoted = false
    var anchor: String?
    var tagged = false
}

extension YAMLParser {
    /// `yaml_parser_parse`; nil where the text is no YAML.
    mutating func next() -> YAMLEvent? {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { return nil }
        defer { yaml_event_delete(&event) }
        var result = YAMLEvent(type: event.type, start: event.start_mark, end: event.end_mark)
        switch event.type {
        case YAML_ALIAS_EVENT:
            result.anchor = string(event.data.alias.anchor)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
            result.text = String(decoding: bytes, as: UTF8.self)
            result.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE
            result.anchor = string(scalar.anchor)
            result.tagged = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            result.anchor = string(event.data.sequence_start.anchor)
            result.tagged = event.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            result.anchor = string(event.data.mapping_start.anchor)
            result.tagged = event.data.mapping_start.tag != nil
        default: break
        }
        return result
    }

    private func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: strlen(text)), as: UTF8.self)
    }

    private func strlen(_ text: UnsafeMutablePointer<yaml_char_t>) -> Int {
        var length = 0
        while text[length] != 0 { length += 1 }
        return length
    }

    /// Says what libyaml found wrong, in its words.
    mutating func reportSyntax() {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not enough memory"
        if parser.pointee.error == YAML_READER_ERROR {
            // Only the offset is known of bytes that are no UTF-8.
            fail(place(of: Int(parser.pointee.problem_offset)), "not UTF-8 text: \(problem)")
            return
        }
        var message = problem
        if let context = parser.pointee.context { message += " (\(String(cString: context)))" }
        fail(place(parser.pointee.problem_mark), message)
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
