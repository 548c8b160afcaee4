import Configuration
import Engine
import Panel
import Plan
import StageSupport
import Testing

/// L6: the menu shows the QR code of the access point until a footswitch acts.
@Suite struct WiFiCodeMenuTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" }, C: { line: "g:3" } }
        menu: { step: A, choose: B }
        display: { chip: ssd1306 }
        presets: [{ name: One, number: 1, routings: [{ from: [keys], to: [out] }] }]

        """
    private let stage: Stage
    private var engine: Engine { stage.engine }
    private let ms: UInt64 = 1_000_000

    init() throws { stage = Stage(try Configuration.load(text: Self.box).get()) }

    private func press(_ index: Int, at time: UInt64) {
        engine.contact(index, closed: true, at: time * ms)
        engine.contact(index, closed: false, at: (time + 50) * ms)
    }

    /// Opens the menu and walks to the code. Returns the time in ms.
    private func openCode() -> UInt64 {
        engine.wifi.begin(
            DisplayText("access point".unicodeScalars), hasCode: true, hasNewPassword: true, hasJoin: false)
        engine.wifi.add(DisplayText("Treadle".unicodeScalars))
        for index in 0..<2 { engine.contact(index, closed: true, at: 0) }
        engine.advance(to: 1100 * ms)
        for index in 0..<2 { engine.contact(index, closed: false, at: 1100 * ms) }
        var now: UInt64 = 1200
        func press(_ index: Int) {
            self.press(index, at: now)
            now += 100
        }
        while engine.menuPicture[0].text != MenuPicture.Row("Network").text && now < 10_000 { press(0) }
        press(1)
        press(1)
        press(0)
        press(1)
        return now
    }

    @Test(arguments: 0..<3) func anyFootswitchLeavesTheCode(index: Int) {
        let now = openCode()
        #expect(engine.menu.menu.page == .code && engine.menuPicture.isCode)
        press(index, at: now)
        #expect(engine.menu.menu.page == .wifi && !engine.menuPicture.isCode)
        #expect(engine.menuPicture[0].text == DisplayText("Treadle".unicodeScalars), "nothing else happened")
    }

    /// The picture behind the code tells what the network is.
    @Test func anAccessPointThatEndsTakesTheCodeAway() {
        _ = openCode()
        engine.wifi.begin(DisplayText("off".unicodeScalars), hasCode: false, hasNewPassword: true, hasJoin: false)
        let picture = engine.menuPicture
        #expect(!picture.isCode && picture[0].text == DisplayText("Wi-Fi off".unicodeScalars))
    }
}
