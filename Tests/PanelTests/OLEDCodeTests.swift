import Testing

@testable import Panel

/// A QR code on an OLED (L6, I10).
@Suite struct OLEDCodeTests {
    /// A code whose modules are dark by chance.
    private static func code(_ size: Int, seed: UInt64 = 1) -> QRCode {
        QRCode(size: size) { row in (seed &+ UInt64(row)) &* 0x9E37_79B9_7F4A_7C15 }
    }

    /// An OLED that shows a code, and what it was sent meanwhile.
    private struct Bench {
        var bus: EmulatedBus<OLEDDriver, OLEDModule>

        init(_ chip: OLEDChip = .ssd1306, columns: Int = 21) {
            bus = EmulatedBus(OLEDDriver(chip, columns: columns), OLEDModule(chip))
            bus.module.losePower()
        }

        mutating func show(_ code: QRCode, until end: UInt64 = never) {
            var frame = DisplayFrame(columns: 21, rows: 4, characters: .drawn)
            frame.replace(row: 0, with: DisplayText<20>("WI-FI"))
            bus.send(until: end) { $0.burst(for: frame, code: code, brightness: 200, at: $1) }
        }
    }

    /// The dots of a code: lit beside it.
    private static func picture(_ code: QRCode, scale: Int, left: Int, top: Int) -> [String] {
        (0..<64).map { y in
            (0..<128).map { x in
                let isBeside = x < left || y < top
                return !isBeside && code[(y - top) / scale, (x - left) / scale] ? "." : "#"
            }.joined()
        }
    }

    /// The modules are as large as whole dots allow. A code of 29 modules has three dots above and below it.
    @Test(arguments: [
        (21, 2, 43, 11), (25, 2, 39, 7), (29, 2, 35, 3), (33, 1, 47, 15), (49, 1, 39, 7), (53, 1, 37, 5),
    ])
    func darkModulesAreDarkDots(size: Int, scale: Int, left: Int, top: Int) {
        for chip in [OLEDChip.ssd1306, .sh1106] {
            var bench = Bench(chip)
            let code = Self.code(size)
            bench.show(code)
            #expect(bench.bus.module.picture == Self.picture(code, scale: scale, left: left, top: top))
            #expect(bench.bus.module.isOn)
        }
    }

    @Test func anotherCodeReplacesIt() {
        var bench = Bench()
        bench.show(Self.code(29))
        bench.show(Self.code(29, seed: 2))
        #expect(bench.bus.module.picture == Self.picture(Self.code(29, seed: 2), scale: 2, left: 35, top: 3))
    }

    @Test func thePictureComesBackBehindIt() {
        var (bench, other) = (Bench(), Bench())
        bench.show(QRCode())
        let before = bench.bus.module.picture
        bench.show(Self.code(29))
        #expect(bench.bus.module.picture != before)
        bench.show(QRCode())
        #expect(bench.bus.module.picture == before)
        other.show(QRCode())
        #expect(other.bus.module.picture == before)
    }

    /// D4: no transfer is longer than one of a picture, and the whole code takes 0.15 s.
    @Test func theCodeIsSentInShortTransfers() {
        var bench = Bench()
        bench.show(QRCode())
        let begin = bench.bus.now
        bench.show(Self.code(53))
        #expect(bench.bus.longest <= 3_100_000)
        #expect(bench.bus.now - begin < 150_000_000)
    }

    /// The OLED is sent the code again too, in case it has lost its state.
    @Test func aLostCodeIsDrawnAgain() {
        var bench = Bench()
        let code = Self.code(29)
        bench.show(code)
        bench.bus.module.losePower()
        bench.bus.now += PanelLimits.displayRefreshTime
        bench.show(code)
        #expect(bench.bus.module.picture == Self.picture(code, scale: 2, left: 35, top: 3))
    }

    @Test func noCodeHasNoModules() {
        #expect(!QRCode().isThere && !QRCode()[0, 0])
        let code = QRCode(size: 21) { _ in UInt64.max }
        #expect(code.isThere && code[20, 20] && !code[21, 0] && !code[0, -1] && code != QRCode())
    }
}
