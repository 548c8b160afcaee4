import CPlatform

/// An open `update.treadle`: header, image, signature.
public struct UpdateFile: ~Copyable {
    package let header: UpdateHeader
    private let file: Int32
    private let signature: Minisign.Signature
    /// The verified hash of header and image, empty before `verify`.
    package private(set) var hash: [UInt8] = []
    /// The keys that the file withdraws, empty before `verify`.
    package private(set) var withdrawn = WithdrawnKeys()

    /// Opens a file and reads header and signature, not yet the image.
    package init(_ path: String) throws(UpdateProblem) {
        let file = treadle_open_file(path)
        if file < 0 { throw file == -ENOENT ? .noFile : .device(path, file) }
        do throws(UpdateProblem) {
            let header = try UpdateHeader(UpdateFile.read(file, at: 0, UpdateHeader.size))
            let end = UInt64(UpdateHeader.size) + header.length
            if treadle_disk_size(file) < end { throw UpdateProblem.cut }
            let text = try UpdateFile.read(file, at: end, UpkeepLimits.updateSignature + 1)
            if text.count > UpkeepLimits.updateSignature { throw UpdateProblem.damaged }
            signature = try Minisign.Signature(text)
            (self.header, self.file) = (header, file)
        } catch {
            close(file)
            throw error
        }
    }

    deinit { close(file) }

    /// Reads the whole file and checks its signature.
    package mutating func verify(by keys: UpdateKeys) throws(UpdateProblem) {
        let hash = try pass { _, _ throws(UpdateProblem) in }
        withdrawn = try signature.check(hash, by: keys)
        self.hash = hash
    }

    /// Reads header and image once, passes the image to `take` in pieces with their offsets, and returns the hash.
    package func pass(_ take: (UInt64, [UInt8]) throws(UpdateProblem) -> Void) throws(UpdateProblem) -> [UInt8] {
        guard var hash = UpdateHash() else { throw .device("memory", -ENOMEM) }
        hash.add(try UpdateFile.read(file, at: 0, UpdateHeader.size)[...])
        var at: UInt64 = 0
        while at < header.length {
            let count = Int(min(UInt64(UpkeepLimits.updatePiece), header.length - at))
            let piece = try UpdateFile.read(file, at: UInt64(UpdateHeader.size) + at, count)
            if piece.count < count { throw .cut }
            hash.add(piece[...])
            try take(at, piece)
            at += UInt64(count)
        }
        return hash.end()
    }

    /// Reads the header's sector, with which the hash of a slot begins.
    func headerSector() throws(UpdateProblem) -> [UInt8] { try UpdateFile.read(file, at: 0, UpdateHeader.size) }

    /// Reads `count` bytes, fewer at the end of the file.
    private static func read(_ file: Int32, at offset: UInt64, _ count: Int) throws(UpdateProblem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress! + got, count - got, Int(offset) + got)
            }
            if more < 0 && treadle_errno() == EINTR { continue }
            if more < 0 { throw .device("update.treadle", -treadle_errno()) }
            if more == 0 { break }
            got += more
        }
        bytes.removeLast(count - got)
        return bytes
    }
}
