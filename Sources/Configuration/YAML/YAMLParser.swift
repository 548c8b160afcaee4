import CPlatform

/// Builds a tree from a YAML text with the events of libyaml.
///
/// A file contains one document. Resolves aliases and merge keys within `ReadingLimits`, so that a small file cannot
/// become a large tree. Reports a duplicate key of a mapping at its second occurrence.
struct YAMLParser {
    let file: Int32
    let log: DiagnosticLog
    let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The latest event of libyaml.
    let event: UnsafeMutablePointer<yaml_event_t>
    /// The text of the whole file, stored in `memory`.
    let text: UnsafeBufferPointer<UInt8>
    /// Whether every byte of the file is ASCII.
    let isASCII: Bool
    /// The memory of the nodes and texts.
    let memory: Arena
    /// Values read so far in open lists and mappings, the outermost first.
    var openItems = Open<YAMLNode>()
    var openEntries = Open<YAMLNode.Entry>()
    var anchors: [Text: Anchor] = [:]
    /// The number of values written in the file.
    var values = 0
    /// The number of values, with each alias counted as all values that it inserts.
    var aliasedValues = 0
    var failed = false
    /// The syntax error because of which the text is not valid YAML.
    var mistake: SyntaxError?
    /// The offsets in characters of the value read last, including its quotes; empty if this value is unquoted.
    var lastQuoted = 0..<0

    struct Anchor {
        var node: YAMLNode
        var size: Int
    }

    /// A syntax error.
    struct SyntaxError {
        /// The offset of the mistake in bytes, not counting a byte order mark.
        var offset: Int
        var place: Place
        var message: String
        /// Whether this is a common mistake, described in our words; if not, the cause is uncertain.
        var isCommon: Bool
    }

    /// Returns the root of a text and its number of values; nil if the text is not valid YAML, or cannot be read for
    /// another reason, which is reported.
    static func parse(
        _ text: [UInt8], file: Int32, log: DiagnosticLog, into memory: Arena, mistake: inout SyntaxError?
    ) -> (root: YAMLNode, values: Int)? {
        open(text, file: file, log: log, into: memory) { reader -> (root: YAMLNode, values: Int)? in
            guard reader.hasFewDirectives, let root = reader.document() else {
                mistake = reader.mistake
                return nil
            }
            return (root, reader.aliasedValues)
        }
    }

    /// Calls `body` with a parser at the beginning of a text; nil if libyaml has no memory.
    static func open<Result>(
        _ text: [UInt8], file: Int32, log: DiagnosticLog, into memory: Arena, _ body: (inout YAMLParser) -> Result?
    ) -> Result? {
        // A byte order mark does not count as a character of the first line.
        let skipped = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
        defer {
            parser.deallocate()
            event.deallocate()
        }
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        defer { yaml_parser_delete(parser) }
        let text = text.withUnsafeBufferPointer { bytes in
            memory.copy(Text(UnsafeBufferPointer(rebasing: bytes[skipped...])))
        }
        yaml_parser_set_input_string(parser, text.bytes.baseAddress, text.count)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        var reader = YAMLParser(file: file, log: log, parser: parser, event: event, text: text, memory: memory)
        defer {
            reader.openItems.free()
            reader.openEntries.free()
        }
        return body(&reader)
    }

    private init(
        file: Int32, log: DiagnosticLog, parser: UnsafeMutablePointer<yaml_parser_t>,
        event: UnsafeMutablePointer<yaml_event_t>, text: Text, memory: Arena
    ) {
        self.file = file
        self.log = log
        self.parser = parser
        self.event = event
        self.text = text.bytes
        isASCII = text.isASCII
        self.memory = memory
    }

    /// Whether few enough lines begin with `%`; libyaml is slow with many. Reports the limit otherwise.
    private var hasFewDirectives: Bool {
        guard let bytes = text.baseAddress else { return true }
        var (count, place) = (0, 0)
        // memchr(3) scans the file quickly, because percent signs are rare.
        while let found = memchr(bytes + place, Int32(UInt8(ascii: "%")), text.count - place) {
            let index = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
            place = index + 1
            if index > 0 && text[index - 1] != 10 { continue }
            count += 1
            if count > ReadingLimits.directives {
                let line = text[..<index].count { $0 == 10 } + 1
                let place = Place(file: file, line: Int32(line), column: 1)
                log.overLimit(place, "directives", ReadingLimits.directives)
                return false
            }
        }
        return true
    }

    private mutating func document() -> YAMLNode? {
        var tree: YAMLNode?
        var ended = false
        var event = YAMLEvent()
        while !ended && !failed {
            guard next(&event) else { break }
            switch event.type {
            case YAML_DOCUMENT_START_EVENT where tree != nil:
                fail(event.place, "a second document begins; a file holds one")
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: break
            case YAML_STREAM_END_EVENT: ended = true
            default: tree = node(event, depth: 0)
            }
        }
        if !ended && !failed { reportSyntax() }
        if failed || !ended { return nil }
        if tree == nil { fail(Place(file: file, line: 1, column: 1), "the file is empty") }
        return tree
    }

    /// Converts a position of libyaml, which counts lines and columns from 0.
    @inline(__always)
    func place(_ mark: yaml_mark_t) -> Place {
        Place(
            file: file, line: Int32(truncatingIfNeeded: mark.line) + 1,
            column: Int32(truncatingIfNeeded: mark.column) + 1)
    }

    mutating func fail(_ place: Place, _ message: @autoclosure () -> String) {
        if !failed { log.error(place, message()) }
        failed = true
    }

    /// Stores the reason why the text is not valid YAML, and ends reading.
    mutating func breakOff(at offset: Int, _ place: Place, _ message: String, isCommon: Bool) {
        mistake = SyntaxError(offset: offset, place: place, message: message, isCommon: isCommon)
        failed = true
    }

    /// Reports an exceeded reading limit, and ends reading.
    mutating func overLimit(_ place: Place, _ name: String, _ limit: Int, _ count: Int? = nil) {
        if !failed { log.overLimit(place, name, limit, count) }
        failed = true
    }
}
