/// A QR code on an OLED of 128x64 dots: dark modules are dark dots on lit ground, because phones read no light modules
/// on dark ground.
///
/// The code is as large as whole dots a module allow, in the middle of the display. The rest of the display is lit, so
/// the quiet zone has at least 4 modules on the left and right. Above and below, ISO/IEC 18004 asks for 4 modules too,
/// but 1.5 are enough here: with more, the usual code of 29 modules would have one dot a module instead of two, which
/// cameras of phones hardly resolve. The dark frame around the dots is no module to them.
struct OLEDCode: Sendable {
    let code: QRCode
    /// Dots a module.
    let scale: Int
    private let left: Int
    private let top: Int

    static let dots = 64

    init(_ code: QRCode) {
        self.code = code
        // The quiet zones above and below, 1.5 modules each, are 3 modules together.
        scale = max(1, OLEDCode.dots / (code.size + 3))
        left = (OLEDChip.columns - scale * code.size) / 2
        top = (OLEDCode.dots - scale * code.size) / 2
    }

    /// Returns the eight dots of one column of a page, as the chip's memory has them: the highest in bit 0, 1 for lit.
    func dots(column: Int, page: Int) -> UInt8 {
        var lit: UInt8 = 0xFF
        for dot in 0..<8 {
            let (x, y) = (column - left, 8 * page + dot - top)
            if x >= 0 && y >= 0 && code[y / scale, x / scale] { lit &= ~(1 << UInt8(dot)) }
        }
        return lit
    }
}
