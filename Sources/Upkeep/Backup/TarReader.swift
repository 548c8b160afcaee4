import Host

/// Reads a tar archive in memory: POSIX ustar and pax, and GNU's older form, which `tar` writes by default.
///
/// Accepts only files and folders with paths that stay inside a folder; anything else is an error (E6).
package struct TarReader {
    package struct Problem: Error {
        package var message: String
    }

    package struct Entry {
        /// The path, relative and without `.`, `..` and empty parts.
        package var path: String
        package var isFolder: Bool
        package var content: Range<Int>
    }

    private let bytes: [UInt8]
    private var at = 0
    /// The path of the next entry, if it is too long for its header and a header before it contains it.
    private var longPath: ArraySlice<UInt8>?
    package private(set) var entries: [Entry] = []

    package init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        while let header = try nextHeader() { try read(header) }
    }

    /// Returns the next header; nil at the two blocks of zeros that end an archive.
    private mutating func nextHeader() throws(Problem) -> ArraySlice<UInt8>? {
        let header = try take(TarField.blockSize)
        if header.contains(where: { $0 != 0 }) {
            // POSIX and GNU differ after the first five letters.
            guard TarField.text(header, TarField.magic).starts(with: "ustar".utf8) else {
                throw Problem(message: at == header.count ? notAnArchive : "the archive is damaged at byte \(at - 512)")
            }
            if TarField.number(header, TarField.checksum) != TarField.sum(header) {
                throw Problem(message: "the archive is damaged at byte \(at - 512): its checksum is wrong")
            }
            return header
        }
        if try take(TarField.blockSize).contains(where: { $0 != 0 }) {
            throw Problem(message: "the archive is damaged at byte \(at - 512)")
        }
        return nil
    }

    private var notAnArchive: String {
        for (start, name) in [
            ([0x1F, 0x8B], "gzip"), ([0xFD, 0x37], "xz"), ([0x28, 0xB5], "zstd"), ([0x50, 0x4B], "zip"),
        ]
            as [([UInt8], String)] where bytes.starts(with: start)
        {
            return "this is compressed by \(name); an archive of plain `tar -cf` is needed"
        }
        return "this is no tar archive"
    }

    private mutating func take(_ count: Int) throws(Problem) -> ArraySlice<UInt8> {
        if bytes.count - at < count { throw Problem(message: "the archive is cut off at byte \(bytes.count)") }
        at += count
        return bytes[(at - count)..<at]
    }

    private mutating func read(_ header: ArraySlice<UInt8>) throws(Problem) {
        let type = header[header.startIndex + TarField.type]
        guard let size = TarField.number(header, TarField.size), size <= UpkeepLimits.archiveBytes else {
            throw Problem(message: "\(shown(path(header))) is too large")
        }
        let content = try take(size)
        _ = try take((TarField.blockSize - size % TarField.blockSize) % TarField.blockSize)
        switch type {
        case TarType.fields: longPath = try TarReader.path(in: content) ?? longPath
        case TarType.longName: longPath = content.prefix { $0 != 0 }
        case TarType.fieldsOfAll, TarType.longTarget: break
        default: try add(type, path(header), content)
        }
    }

    /// Returns the path of an entry: the long path, else one field in GNU's form, else two fields.
    private func path(_ header: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if let longPath { return longPath }
        let name = TarField.text(header, TarField.name)
        let isPOSIX = header[header.startIndex + TarField.magic.upperBound - 1] == 0
        let prefix = isPOSIX ? TarField.text(header, TarField.prefix) : []
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    private mutating func add(_ type: UInt8, _ path: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) throws(Problem) {
        longPath = nil
        let isFolder: Bool
        switch type {
        case TarType.folder: isFolder = true
        // Archives before POSIX mark a folder by a slash at the end.
        case TarType.oldFile: isFolder = path.last == UInt8(ascii: "/")
        case TarType.file, TarType.contiguousFile: isFolder = false
        case TarType.link, TarType.hardLink:
            throw Problem(message: "\(shown(path)) is a link; an archive may hold files and folders only")
        default: throw Problem(message: "\(shown(path)) is neither a file nor a folder")
        }
        if let name = try ArchivePath.normalized(path) {
            if !isFolder && content.count > UpkeepLimits.archivedFileBytes {
                throw Problem(
                    message:
                        "\(name) has \(content.count) bytes, and at most \(UpkeepLimits.archivedFileBytes) are possible"
                )
            }
            entries.append(Entry(path: name, isFolder: isFolder, content: content.startIndex..<content.endIndex))
        } else if !isFolder {
            throw Problem(message: "a file has no name")
        }
    }

    private func shown(_ path: ArraySlice<UInt8>) -> String { String(decoding: path, as: UTF8.self) }

    /// Returns the path among the fields of a pax header; nil if there is none.
    private static func path(in fields: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8>? {
        var rest = fields
        var path: ArraySlice<UInt8>?
        while !rest.isEmpty {
            let digits = rest.prefix { 48...57 ~= $0 }
            var length = 0
            for digit in digits.prefix(9) { length = 10 * length + Int(digit - 48) }
            guard length > digits.count + 1, length <= rest.count else {
                throw Problem(message: "the archive is damaged: a field of a pax header has a wrong length")
            }
            let field = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
            if field.starts(with: "path=".utf8) { path = field.dropFirst(5) }
            rest = rest.dropFirst(length)
        }
        return path
    }
}
