import CPlatform

/// What of libyaml's events is needed, copied out so that the event itself can be freed at once.
struct YAMLEvent {
    var type = YAML_NO_EVENT
    var start = yaml_mark_t()
    var end = yaml_mark_t()
    var text: Text = ""
    var quoted = false
    var anchor: Text?
    var tagged = false
}

extension YAMLParser {
    /// `yaml_parser_parse`; false where the text is no YAML.
    @_optimize(speed)
    mutating func next(_ result: inout YAMLEvent) -> Bool {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { return false }
        result.type = event.type
        result.start = event.start_mark
        result.end = event.end_mark
        result.anchor = nil
        result.tagged = false
        switch event.type {
        case YAML_ALIAS_EVENT:
            result.anchor = text(event.data.alias.anchor)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            result.text = memory.copy(Text(UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))))
            result.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE
            result.anchor = text(scalar.anchor)
            result.tagged = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            result.anchor = text(event.data.sequence_start.anchor)
            result.tagged = event.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            result.anchor = text(event.data.mapping_start.anchor)
            result.tagged = event.data.mapping_start.tag != nil
        default: break
        }
        yaml_event_delete(&event)
        return true
    }

    private func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> Text? {
        guard let name else { return nil }
        var length = 0
        while name[length] != 0 { length += 1 }
        return memory.copy(Text(UnsafeBufferPointer(start: name, count: length)))
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
