import CPlatform

/// The body of a request while it is read: in memory, or in a file if it is an upload.
struct HTTPBody {
    /// Bytes that it may have.
    var limit = 0
    var bytes: [UInt8] = []
    /// The path of the file; nil without one.
    private(set) var path: String?
    private var count = 0
    private var file: Int32 = -1

    /// Makes a new file for the body. Returns whether that worked.
    mutating func useFile(_ path: String) -> Bool {
        if path.isEmpty { return false }
        file = treadle_web_upload(path)
        if file < 0 { return false }
        self.path = path
        return true
    }

    /// Adds a piece. Returns 0, or the status that refuses the body.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Int32 {
        if piece.count > limit - count { return 413 }
        count += piece.count
        if path == nil {
            bytes += piece
            return 0
        }
        var rest = piece[...]
        while !rest.isEmpty {
            let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            // The disk is full.
            if written <= 0 { return 503 }
            rest = rest.dropFirst(written)
        }
        return 0
    }

    /// Closes the file, which stays.
    mutating func close() {
        if file >= 0 { _ = CPlatform.close(file) }
        file = -1
    }

    /// Removes the file, unless it was moved.
    mutating func discard() {
        close()
        if let path { unlink(path) }
        path = nil
    }
}
