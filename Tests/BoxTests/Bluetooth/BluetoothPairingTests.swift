import Bluetooth
import Compact
import HostSupport
import Panel
import Testing

@testable import Box

/// Pairing on the control thread (B4): windows, questions and bonds.
@Suite struct BluetoothPairingTests {
    private let second = BluetoothBench.second
    private let phone = BluetoothBench.phone

    private func record(_ number: UInt8, use: UInt8 = 0) -> String {
        "01" + Digits.hex([number, 0, 0, 0, 0, 0xC0, 1, 0, use, 0, 0, 0]).replacing(" ", with: "")
    }

    @Test func playerAllowsPairingForTwoMinutes() throws {
        let bench = try BluetoothBench()
        bench.control.allowPairing(at: second)
        #expect(bench.takeOrders() == ["pairing open"] && bench.control.pairsUntil == 121 * second)
        bench.control.advance(to: 120 * second)
        #expect(bench.takeOrders() == [])
        bench.control.advance(to: 121 * second)
        #expect(bench.takeOrders() == ["pairing closed"])
    }

    @Test func boxWithoutAMenuPairsAfterItsStart() throws {
        let bench = try BluetoothBench("")
        bench.control.greet()
        #expect(bench.takeOrders().contains("pairing open"))
        bench.control.advance(to: 120 * second)
        #expect(bench.takeOrders() == ["pairing closed"])
    }

    /// With numbers, and for a phone without numbers: each is shown and answered.
    @Test(arguments: [
        ("compare 012345 Phone", true), ("compare 012345 Phone", false), ("permit Phone", true),
        ("permit Phone", false),
    ])
    func playerAnswersAQuestion(words: String, isYes: Bool) throws {
        let bench = try BluetoothBench()
        try bench.hear("ask \(phone.text) \(words)", at: second)
        let shown = try #require(bench.lastShown)
        let named = PairingRow(name: DisplayText("Phone".unicodeScalars))
        #expect(shown.row == (words == "permit Phone" ? named : PairingRow(digits: 12345)) && shown.isQuestion)
        bench.control.accept(answer: isYes, to: shown.asked &+ 1)
        #expect(bench.takeOrders() == [])
        bench.control.accept(answer: isYes, to: shown.asked)
        #expect(bench.takeOrders() == ["answer \(phone.text) \(isYes ? "yes" : "no")"])
        // A second answer finds no question.
        bench.control.accept(answer: true, to: shown.asked)
        bench.control.advance(to: 100 * second)
        #expect(bench.takeOrders() == [])
    }

    @Test func noAnswerForHalfAMinuteIsNo() throws {
        let bench = try BluetoothBench()
        try bench.hear("ask \(phone.text) permit Phone", at: second)
        bench.control.advance(to: 31 * second - 1)
        #expect(bench.takeOrders() == [] && bench.lastShown?.row.isShown == true)
        bench.control.advance(to: 31 * second)
        #expect(bench.takeOrders() == ["answer \(phone.text) no"] && bench.lastShown?.row.isShown == false)
    }

    /// The peer itself has said no, or has gone.
    @Test func questionThatIsOverIsNotShown() throws {
        let bench = try BluetoothBench()
        try bench.hear("ask \(phone.text) compare 123456 Phone")
        try bench.hear("asked \(phone.text)")
        #expect(bench.lastShown?.row.isShown == false && bench.takeOrders() == [])
    }

    @Test func secondQuestionWaitsForTheFirst() throws {
        let bench = try BluetoothBench()
        try bench.hear("ask \(phone.text) permit Phone")
        try bench.hear("ask \(BluetoothBench.piano.text) permit Piano")
        let first = try #require(bench.lastShown)
        bench.control.accept(answer: false, to: first.asked)
        let next = try #require(bench.lastShown)
        #expect(next.asked != first.asked && next.row == PairingRow(name: DisplayText("Piano".unicodeScalars)))
        bench.control.accept(answer: true, to: next.asked)
        #expect(bench.takeOrders() == ["answer \(phone.text) no", "answer \(BluetoothBench.piano.text) yes"])
    }

    /// Digits for the peer to type need no answer, and a box without a menu cannot answer.
    @Test func boxWithoutAMenuShowsDigitsAndAnswersNo() throws {
        let bench = try BluetoothBench("display: { chip: hd44780 }")
        try bench.hear("show \(phone.text) 000042")
        let shown = try #require(bench.lastShown)
        #expect(shown.row == PairingRow(digits: 42) && !shown.isQuestion)
        try bench.hear("ask \(BluetoothBench.piano.text) permit Piano")
        #expect(bench.takeOrders() == ["answer \(BluetoothBench.piano.text) no"] && bench.lastShown == shown)
        bench.control.advance(to: 30 * second)
        #expect(bench.lastShown?.row.isShown == false && !bench.takeOrders().contains { $0.hasPrefix("answer") })
    }

    @Test func refusedPairingIsShown() throws {
        let bench = try BluetoothBench()
        try bench.hear("no-pair \(phone.text) Phone")
        #expect(bench.takeTold() == ["refused"])
    }

    // MARK: - Bonds

    @Test func bondsAreKept() throws {
        let bench = try BluetoothBench()
        try bench.hear("bond \(record(1)) Phone")
        try bench.hear("bond \(record(2)) Stage iPad")
        bench.control.advance(to: 0)
        #expect(bench.folder.text(".bluetooth") == "bond \(record(1)) Phone\nbond \(record(2)) Stage iPad\n")
        #expect(BondFile(in: bench.folder.path).bonds == bench.control.bonds.bonds)
        try bench.hear("bond-gone C0:00:00:00:00:01/random")
        bench.control.advance(to: 0)
        #expect(bench.folder.text(".bluetooth") == "bond \(record(2)) Stage iPad\n")
    }

    /// At most 16, and the one longest unused goes.
    @Test func longestUnusedBondGoes() throws {
        let bench = try BluetoothBench()
        for number in 1...16 { try bench.hear("bond \(record(UInt8(number), use: number == 5 ? 1 : 9)) P\(number)") }
        #expect(bench.takeOrders() == [])
        try bench.hear("bond \(record(17, use: 10)) P17")
        #expect(bench.takeOrders() == ["forget C0:00:00:00:00:05/random"])
        #expect(bench.control.bonds.bonds.count == 16 && !bench.control.bonds.bonds.contains { $0.name == "P5" })
    }

    @Test(arguments: [
        ("Phone", ["forget C0:00:00:00:00:01/random"]), ("C0:00:00:00:00:02", ["forget C0:00:00:00:00:02/random"]),
        ("all", ["forget all"]),
    ])
    func deviceIsForgotten(word: String, orders: [String]) throws {
        let bench = try BluetoothBench()
        try bench.hear("bond \(record(1)) Phone")
        try bench.hear("bond \(record(2)) Tablet")
        bench.control.forget(try bench.control.bonds(named: word), at: 0)
        #expect(bench.takeOrders() == orders && bench.control.bonds.bonds.count == (word == "all" ? 0 : 1))
    }

    @Test func unknownAndDoubleNamesAreRefused() throws {
        let bench = try BluetoothBench()
        try bench.hear("bond \(record(1)) Phone")
        try bench.hear("bond \(record(2)) Phone")
        for (word, reason) in [("Tablet", "no paired device is called"), ("Phone", "give the address of one")] {
            #expect {
                try bench.control.bonds(named: word)
            } throws: {
                ($0 as? BluetoothRefusal)?.message.contains(reason) == true
            }
        }
    }
}
