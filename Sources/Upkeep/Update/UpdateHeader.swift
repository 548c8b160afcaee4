/// The first sector of `update.treadle` (docs/reference/UPDATE.md). All numbers are little-endian.
package struct UpdateHeader: Equatable {
    package static let size = 512
    private static let magic = Array("TREADLE UPDATE 1".utf8)

    /// The board that the image is for: `raspberry-pi`.
    package var board: String
    package var version: UpdateVersion
    /// The size of the slot's image in bytes, a multiple of 512.
    package var length: UInt64

    /// - Parameter sector: the first bytes of the file, at most `size`.
    package init(_ sector: [UInt8]) throws(UpdateProblem) {
        if sector.count < UpdateHeader.size {
            throw sector.prefix(16) == UpdateHeader.magic.prefix(sector.count) && !sector.isEmpty ? .cut : .notAnUpdate
        }
        if sector[..<16] != UpdateHeader.magic[...] { throw .notAnUpdate }
        guard let board = UpdateHeader.text(sector[16..<48]), let text = UpdateHeader.text(sector[48..<80]),
            let version = UpdateVersion(text), !board.isEmpty
        else { throw .damaged }
        length = sector[80..<88].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        if length == 0 || length % 512 != 0 || length > UInt64(UpkeepLimits.slotBytes) { throw .damaged }
        if sector[88...].contains(where: { $0 != 0 }) { throw .damaged }
        (self.board, self.version) = (board, version)
    }

    /// Returns the printable ASCII before the zeros of a field; nil for other bytes.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = bytes.prefix { $0 != 0 }
        if text.contains(where: { $0 < 0x21 || $0 > 0x7E }) { return nil }
        if bytes[text.endIndex...].contains(where: { $0 != 0 }) { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
