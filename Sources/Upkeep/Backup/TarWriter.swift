/// Builds a tar archive of regular files in memory, POSIX ustar (IEEE Std 1003.1, pax).
///
/// The same files give the same bytes, because an archive does not contain their owners.
package struct TarWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - name: its path, at most `UpkeepLimits.archivedPath` bytes, relative and with `/` between folders.
    ///   - modified: seconds since 1970; 0 for times before.
    package mutating func add(_ name: String, _ content: [UInt8], modified: Int) {
        let path = Array(name.utf8)
        if let (prefix, rest) = TarWriter.split(path) {
            header(TarType.file, prefix, rest, content.count, modified)
        } else {
            let fields = TarWriter.pathField(path)
            header(TarType.fields, [], path.prefix(TarField.name.count), fields.count, modified)
            append(fields)
            header(TarType.file, [], path.prefix(TarField.name.count), content.count, modified)
        }
        append(content)
    }

    /// Ends the archive with two blocks of zeros, and pads it to a multiple of 20 blocks, the size of a record.
    package mutating func finish() {
        let record = 20 * TarField.blockSize
        let size = (bytes.count + 2 * TarField.blockSize + record - 1) / record * record
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
    }

    /// Splits a path at a `/` into the two fields of a header; nil if no split fits.
    private static func split(_ path: [UInt8]) -> (prefix: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        if path.count <= TarField.name.count { return ([], path[...]) }
        for at in path.indices where path[at] == UInt8(ascii: "/") {
            if at <= TarField.prefix.count && path.count - at - 1 <= TarField.name.count {
                return (path[..<at], path[(at + 1)...])
            }
        }
        return nil
    }

    /// Returns the field `path` of a pax header: its own length in decimal, blank, `path=…`, line feed.
    private static func pathField(_ path: [UInt8]) -> [UInt8] {
        let rest = Array(" path=".utf8) + path + [10]
        var length = rest.count + 1
        while "\(length)".utf8.count + rest.count > length { length += 1 }
        return Array("\(length)".utf8) + rest
    }

    private mutating func header(
        _ type: UInt8, _ prefix: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ size: Int, _ modified: Int
    ) {
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: TarField.blockSize)
        put(name, at: start + TarField.name.lowerBound)
        put(prefix, at: start + TarField.prefix.lowerBound)
        put(0o644, in: TarField.mode, start)
        put(0, in: TarField.user, start)
        put(0, in: TarField.group, start)
        put(size, in: TarField.size, start)
        // Eleven octal digits last until the year 2242.
        put(min(max(modified, 0), 0o777_7777_7777), in: TarField.modified, start)
        bytes[start + TarField.type] = type
        put(Array("ustar".utf8)[...], at: start + TarField.magic.lowerBound)
        put(Array("00".utf8)[...], at: start + TarField.version.lowerBound)
        let sum = TarField.sum(bytes[start...])
        put(sum, in: TarField.checksum.lowerBound..<(TarField.checksum.upperBound - 1), start)
        bytes[start + TarField.checksum.upperBound - 1] = UInt8(ascii: " ")
    }

    private mutating func put(_ text: ArraySlice<UInt8>, at start: Int) {
        var at = start
        for byte in text {
            bytes[at] = byte
            at += 1
        }
    }

    /// Writes octal digits that fill a field, except for the zero byte at its end.
    private mutating func put(_ number: Int, in field: Range<Int>, _ start: Int) {
        var rest = number
        for at in field.dropLast().reversed() {
            bytes[start + at] = UInt8(ascii: "0") + UInt8(rest & 7)
            rest >>= 3
        }
    }

    private mutating func append(_ content: [UInt8]) {
        bytes += content
        let end = content.count % TarField.blockSize
        if end > 0 { bytes += [UInt8](repeating: 0, count: TarField.blockSize - end) }
    }
}
