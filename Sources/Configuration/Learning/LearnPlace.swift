import MIDI

/// A place in a configuration file whose value can be learnt.
///
/// Learning writes the value, or the key and the value if the key is missing; all other bytes stay unchanged.
package struct LearnPlace {
    package struct Problem: Error {
        package var message: String

        package init(message: String) { self.message = message }
    }

    package let kind: Learner.Kind
    /// The octave number of note 60.
    package let middleC: Int
    /// The language of note names.
    package let language: NoteLanguage
    /// The file's path, for error messages.
    package let file: String
    /// The file's content.
    package let bytes: [UInt8]
    /// The present value; nil if there is none.
    package let old: String?

    let files: ConfigurationFiles
    let box: String
    /// The file's name relative to the box file.
    package let name: String
    let edit: Edit
    /// The path to the place. For a note map, the walk continues to its entries.
    private let walk: LearnWalk
    /// The routings on the other side of a split point.
    private let neighbours: [SplitNeighbour]

    /// The bytes to replace, and the text around the new value.
    struct Edit {
        var range: Range<Int>
        var before = ""
        var after = ""
        /// The quotes around the value; nil if it has none.
        var quote: UInt8?

        /// Returns the edit that writes a value.
        func with(_ value: String) -> ByteEdit {
            // Among learnt values, only comparisons begin with a character that YAML reserves.
            let needsQuotes = value.utf8.first == UInt8(ascii: ">") || value.utf8.first == UInt8(ascii: "<")
            let quote = quote ?? (needsQuotes ? UInt8(ascii: "\"") : nil)
            return ByteEdit(range, before + (quote.map { ScalarText.quoted(value, by: $0) } ?? value) + after)
        }

        /// Returns the file's content with a value inserted.
        func applied(to bytes: [UInt8], _ value: String) -> [UInt8] { ByteEdit.applied([with(value)], to: bytes) }
    }

    /// - Parameters:
    ///   - path: a folder or a box file without errors.
    ///   - place: keys, names or positions from 1, separated by dots: `presets.Verse.routings.1.restrict.notes`. A name
    ///     with a dot is written in quotes.
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    package init(path: String, place: String, drafts: DraftFiles? = nil) throws(Problem) {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        try self.init(files, box: box, place)
    }

    /// Finds a place in files that may be in memory only.
    init(_ files: ConfigurationFiles, box: String, _ place: String) throws(Problem) {
        try self.init(files, box: box, LearnPlace.segments(place))
    }

    /// - Parameter isExact: whether to find a preset by name only, not also by position.
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

    /// Splits a place at dots outside quotes.
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
                message:
                    "'\(place)' is not a place: write keys, names or positions separated by dots, a name with a dot in "
                    + "quotes"
            )
        }
        return segments.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the file's content with a value written to this place.
    package func text(with value: String) -> [UInt8] {
        if kind == .noteMapEntry { return text(withEntry: value) }
        var edits = [edit.with(value)]
        for neighbour in neighbours {
            if let range = neighbour.range(besides: value, middleC, language) {
                edits.append(neighbour.edit.with(range))
            }
        }
        return ByteEdit.applied(edits, to: bytes)
    }

    /// Returns the file's content with an entry such as `C4: D4` in this note map; replaces an entry for the same
    /// note.
    private func text(withEntry value: String) -> [UInt8] {
        let parts = value.asText { text in
            text.bytes.firstIndex(of: UInt8(ascii: ":")).map {
                (text.upTo($0).string, text.from($0 + 1).trimmed.string)
            }
        }
        guard let (key, note) = parts else { return bytes }
        let written = walk.keys.first { self.note($0) == self.note(key) }
        // Cannot fail: the initializer already found where an entry can be written.
        return (try? walk.edit(entry: written ?? key))?.applied(to: bytes, note) ?? bytes
    }

    private func note(_ name: String) -> UInt8? { LearnPlace.note(name, middleC, language) }

    /// Parses a note number or name.
    static func note(_ name: String, _ middleC: Int, _ language: NoteLanguage) -> UInt8? {
        name.asText { Reader.note($0, middleC, language) }
    }

    /// Returns the hash of the file's content with a value written to this place.
    package func hash(with value: String) -> UInt64 { Reader.hash(text(with: value)) }

    /// Whether the file is unchanged since a configuration was read with these hashes.
    package func isAsRead(_ hashes: [String: UInt64]) -> Bool { hashes[name] == Reader.hash(bytes) }

    /// Loads the configuration with a value written to this place; fails if this causes errors.
    package func check(_ value: String) -> Result<CompiledConfiguration, Diagnostics> {
        Configuration.load(.replacing(name: name, text(with: value), in: files), box: box)
    }
}
