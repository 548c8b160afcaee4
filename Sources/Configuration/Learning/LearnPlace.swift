import MIDI

/// A place of a configuration that can be learnt, and the file it stands in.
///
/// Only the value is put in, or where there is none a key and its value; every other byte stays as it is.
public struct LearnPlace {
    public struct Problem: Error {
        public var message: String

        public init(message: String) { self.message = message }
    }

    public let kind: Learner.Kind
    /// The octave of note 60.
    public let middleC: Int
    /// The language of the names of notes.
    public let language: NoteLanguage
    /// The file it stands in, as it is named in messages.
    public let file: String
    /// What the file holds.
    public let bytes: [UInt8]
    /// What stands there now; nil: nothing.
    public let old: String?

    let files: ConfigurationFiles
    let box: String
    /// The file relative to the box file.
    public let name: String
    let edit: Edit
    /// The way to it, which leads on to the entries of a note map.
    private let walk: LearnWalk
    /// The routings on the other side of a split point.
    private let neighbours: [SplitNeighbour]

    /// Where bytes are put, and what goes around the value.
    struct Edit {
        var range: Range<Int>
        var before = ""
        var after = ""
        var quote = ""

        /// A whole file with a value there.
        func applied(to bytes: [UInt8], _ value: String) -> [UInt8] {
            // Of the values that are written only comparisons mean something to YAML.
            let needsQuotes =
                quote.isEmpty && (value.utf8.first == UInt8(ascii: ">") || value.utf8.first == UInt8(ascii: "<"))
            let quote = needsQuotes ? "\"" : self.quote
            let new = before + quote + (quote == "\"" ? Edit.escaped(value) : value) + quote + after
            return Array(bytes[..<range.lowerBound]) + Array(new.utf8) + Array(bytes[range.upperBound...])
        }

        /// The quotes of `message "F0 …"` within those of YAML.
        private static func escaped(_ value: String) -> String {
            var bytes: [UInt8] = []
            for byte in value.utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// - Parameters:
    ///   - path: a folder or a box file that is good.
    ///   - place: keys, names or positions from 1, apart by dots: `presets.Verse.routings.1.restrict.notes`. What holds a
    ///     dot stands in quotes.
    public init(path: String, place: String) throws(Problem) {
        let (files, box) = ConfigurationFiles.open(path)
        try self.init(files, box: box, place)
    }

    /// The same of a box file in memory.
    init(_ files: ConfigurationFiles, box: String, _ place: String) throws(Problem) {
        try self.init(files, box: box, LearnPlace.segments(place))
    }

    /// - Parameter isExact: a preset is known by its name only, not by its position.
    init(_ files: ConfigurationFiles, box: String, _ segments: [String], isExact: Bool = false) throws(Problem) {
        let reader = Reader(files: files)
        reader.readAll(box: box)
        if let fault = reader.log.list.first(where: { $0.severity == .error }) { throw Problem(message: fault.text) }
        var walk = try LearnWalk(files, box: box, segments, isExact: isExact)
        try walk.go()
        kind = try walk.kind()
        (middleC, language) = (reader.box.middleC, reader.box.noteNames)
        self.files = files
        self.box = box
        name = walk.name
        file = files.shown(walk.name)
        bytes = walk.bytes
        old = walk.old
        edit = try walk.edit(kind)
        neighbours = kind == .noteRange ? SplitNeighbour.find(walk, files, box: box, reader) : []
        self.walk = walk
    }

    static func segments(_ place: String) throws(Problem) -> [String] {
        var segments: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in place.utf8 {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ".") && !isQuoted {
                segments.append([])
            } else {
                segments[segments.count - 1].append(byte)
            }
        }
        if isQuoted || segments.contains([]) {
            throw Problem(
                message: "'\(place)' is no place: keys, names or positions apart by dots, what holds a dot in quotes")
        }
        return segments.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The whole file with a value at this place.
    public func text(with value: String) -> [UInt8] {
        if kind == .noteMapEntry { return text(withEntry: value) }
        var edits = [(edit: edit, value: value)]
        for neighbour in neighbours {
            if let range = neighbour.range(besides: value, middleC, language) { edits.append((neighbour.edit, range)) }
        }
        // From the end, so that the places of the others stay.
        let ordered = edits.sorted(byNumber: { UInt64($0.edit.range.lowerBound) })
        return ordered.reversed().reduce(bytes) { $1.edit.applied(to: $0, $1.value) }
    }

    /// The whole file with an entry `C4: D4` in this note map, in the place of one of the same key.
    private func text(withEntry value: String) -> [UInt8] {
        let parts = value.asText { text in
            text.bytes.firstIndex(of: UInt8(ascii: ":")).map {
                (text.upTo($0).string, text.from($0 + 1).trimmed.string)
            }
        }
        guard let (key, note) = parts else { return bytes }
        let written = walk.keys.first { self.note($0) == self.note(key) }
        // That there is room for an entry was found when the place was.
        return (try? walk.edit(entry: written ?? key))?.applied(to: bytes, note) ?? bytes
    }

    private func note(_ name: String) -> UInt8? { LearnPlace.note(name, middleC, language) }

    /// A note by number or name.
    static func note(_ name: String, _ middleC: Int, _ language: NoteLanguage) -> UInt8? {
        name.asText { Reader.note($0, middleC, language) }
    }

    /// The number of what the file would then hold.
    public func print(with value: String) -> UInt64 { Reader.print(text(with: value)) }

    /// Whether the file holds what it held when a configuration was read.
    public func isAsRead(_ prints: [String: UInt64]) -> Bool { prints[name] == Reader.print(bytes) }

    /// What the whole configuration would be with a value at this place, or what would be wrong.
    public func check(_ value: String) -> Result<CompiledConfiguration, Diagnostics> {
        Configuration.load(.replacing(name: name, text(with: value), in: files), box: box)
    }
}
