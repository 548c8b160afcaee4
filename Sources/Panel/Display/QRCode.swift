/// A QR code (ISO/IEC 18004): a square of dark and light modules.
///
/// Plain values of a fixed size, like `DisplayState`: the control thread makes a code, and the panel thread draws it.
package struct QRCode: BitwiseCopyable, Sendable {
    /// Bit x of a row is 1 for a dark module; the lowest bit is the left module.
    private var rows = InlineArray<53, UInt64>(repeating: 0)
    /// The number of modules on a side, 21...`PanelLimits.codeModules`; 0 for no code.
    package private(set) var size = 0

    /// Creates no code.
    package init() {}

    /// Creates a code from its rows, the top row first.
    ///
    /// - Parameters:
    ///   - size: the number of modules on a side, at most `PanelLimits.codeModules`.
    ///   - row: returns the modules of a row, 0..<size. Bit x is 1 for a dark module.
    package init(size: Int, row: (Int) -> UInt64) {
        precondition(size <= PanelLimits.codeModules, "a code beyond the capacity")
        self.size = size
        for y in 0..<size { rows[y] = row(y) }
    }

    /// Whether there is a code.
    package var isThere: Bool { size > 0 }

    /// Returns whether a module is dark; false outside of the code. Rows and columns count from 0 at the top left.
    package subscript(row: Int, column: Int) -> Bool {
        guard 0..<size ~= row, 0..<size ~= column else { return false }
        return rows[row] >> UInt64(column) & 1 == 1
    }
}

extension QRCode: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        if a.size != b.size { return false }
        for y in 0..<a.size where a.rows[y] != b.rows[y] { return false }
        return true
    }
}
