import Configuration
import Engine
import Panel
import Plan
import StageSupport
import Testing

/// B4: the display asks whether a peer may pair, and the menu's two switches answer.
@Suite struct PairingTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" }, C: { line: "g:3" } }
        menu: { step: A, choose: B }
        display: { chip: hd44780 }
        presets: [{ name: One, number: 1, routings: [{ from: [keys], to: [out] }] }]

        """
    private let stage: Stage
    private var engine: Engine { stage.engine }
    private let ms: UInt64 = 1_000_000

    init() throws { stage = Stage(try Configuration.load(text: PairingTests.box).get()) }

    private func name(_ text: String) -> PairingRow { PairingRow(name: DisplayText(text.unicodeScalars)) }

    private func press(_ index: Int, at time: UInt64, for duration: UInt64 = 50) {
        engine.contact(index, closed: true, at: time * ms)
        engine.contact(index, closed: false, at: (time + duration) * ms)
    }

    private func rows(at time: UInt64, menu: Bool = false) -> String {
        let picture = menu ? engine.menuPicture : MenuPicture()
        let frame = DisplayFrame(engine.displayState, menu: picture, at: time * ms, columns: 16, rows: 2)
        return (0..<2).map { row in
            String(String.UnicodeScalarView((0..<16).compactMap { Unicode.Scalar(frame[row, $0]) }))
        }.joined(separator: "|")
    }

    /// A row of each kind of question, and each answer. The row goes at once.
    @Test(arguments: [
        (PairingRow(digits: 4711), 1, true, "PAIR 004711     "),
        (PairingRow(digits: 4711), 0, false, "PAIR 004711     "),
        (PairingRow(name: DisplayText("Phone of Anna".unicodeScalars)), 1, true, "PAIR Phone of An"),
        (PairingRow(name: DisplayText("Phone".unicodeScalars)), 0, false, "PAIR Phone      "),
    ])
    func switchesAnswerWithoutTheMenu(row: PairingRow, index: Int, isYes: Bool, text: String) throws {
        engine.show(ShownPairing(asked: 7, row: row, isQuestion: true), at: 10 * ms)
        #expect(rows(at: 11) == "  1 One         |\(text)")
        #expect(engine.takePairingAnswer() == nil)
        engine.contact(index, closed: true, at: 20 * ms)
        let answer = try #require(engine.takePairingAnswer())
        #expect(answer.asked == 7 && answer.isYes == isYes)
        #expect(!rows(at: 21).contains("PAIR"))
        engine.contact(index, closed: false, at: 70 * ms)
        // The press belongs to the question: the menu is closed, and the next press plays again.
        #expect(!engine.menu.menu.isOpen && engine.takePairingAnswer() == nil)
    }

    /// The same with the menu open. The menu stays as it was.
    @Test(arguments: [(0, false), (1, true)]) func switchesAnswerInTheOpenMenu(index: Int, isYes: Bool) throws {
        engine.contact(0, closed: true, at: 0)
        engine.contact(1, closed: true, at: 0)
        engine.advance(to: 1100 * ms)
        engine.contact(0, closed: false, at: 1100 * ms)
        engine.contact(1, closed: false, at: 1100 * ms)
        press(0, at: 1200)
        #expect(engine.menu.menu.isOpen && rows(at: 1300, menu: true) == "MENU            |>Tempo     120.0")
        engine.show(ShownPairing(asked: 1, row: name("Phone"), isQuestion: true), at: 1400 * ms)
        #expect(rows(at: 1401, menu: true) == "PAIR Phone      |>Tempo     120.0")
        // A long press goes back or steps on in the menu, but not one that has answered.
        press(index, at: 1500, for: 900)
        let answer = try #require(engine.takePairingAnswer())
        #expect(answer.isYes == isYes)
        #expect(engine.menu.menu.isOpen && rows(at: 2500, menu: true) == "MENU            |>Tempo     120.0")
    }

    /// A press before the question goes on as what it was.
    @Test func chooseThatWasDownBeforeIsNoAnswer() {
        engine.contact(1, closed: true, at: 10 * ms)
        engine.show(ShownPairing(asked: 1, row: name("Phone"), isQuestion: true), at: 20 * ms)
        engine.contact(1, closed: false, at: 60 * ms)
        #expect(engine.takePairingAnswer() == nil && rows(at: 61).contains("PAIR Phone"))
    }

    /// Another switch plays on, and digits for the peer to type are no question.
    @Test func otherSwitchesAndShownDigitsAnswerNothing() {
        engine.show(ShownPairing(asked: 1, row: PairingRow(digits: 123_456), isQuestion: true), at: 10 * ms)
        press(2, at: 20)
        #expect(engine.takePairingAnswer() == nil && rows(at: 80).contains("PAIR 123456"))
        engine.show(ShownPairing(asked: 2, row: PairingRow(digits: 123_456), isQuestion: false), at: 100 * ms)
        press(1, at: 200)
        #expect(engine.takePairingAnswer() == nil && rows(at: 300).contains("PAIR 123456"))
        engine.show(ShownPairing(asked: 2, row: PairingRow(), isQuestion: false), at: 400 * ms)
        #expect(!rows(at: 401).contains("PAIR"))
    }

    /// For 2 s.
    @Test func refusedPairingIsShown() {
        engine.showRefusedPairing(at: 10 * ms)
        #expect(rows(at: 2009).hasSuffix("NO PAIR") && !rows(at: 2010).contains("PAIR"))
    }
}
