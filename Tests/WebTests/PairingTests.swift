import Testing

@testable import Web

/// Codes and their pairing (W4), in virtual time.
@Suite struct PairingTests {
    private let second: UInt64 = 1_000_000_000
    private let start: UInt64 = 1_000_000_000_000

    /// Pairing whose codes are the numbers in their order.
    private func pairing(_ codes: UInt32...) -> Pairing {
        var rest = codes[...]
        return Pairing(
            random: RandomBytes { count in
                let number = rest.popFirst() ?? 999_999
                return (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
            })
    }

    @Test func aRightCodePairsOnce() {
        var pairing = pairing(482_913)
        #expect(pairing.ask(at: start) == .show("482913", seconds: 60))
        #expect(pairing.enter("482912", at: start) == .wrong)
        #expect(pairing.enter("482913", at: start + 60 * second - 1) == .right)
        #expect(pairing.enter("482913", at: start + 60 * second - 1) == .noCode)
    }

    @Test func aCodeIsValidFor60Seconds() {
        var pairing = pairing(7, 8)
        #expect(pairing.ask(at: start) == .show("000007", seconds: 60))
        #expect(pairing.enter("000007", at: start + 60 * second) == .noCode)
        #expect(pairing.ask(at: start + 60 * second) == .show("000008", seconds: 60))
    }

    @Test func codesAreEvenlyDistributed() {
        // 4,294,000,000 is the last multiple of a million: numbers from there on are drawn anew.
        var drawn = pairing(4_294_000_000, UInt32.max, 4_293_999_999)
        #expect(drawn.ask(at: start) == .show("999999", seconds: 60))
    }

    @Test(arguments: ["", "48291", "4829133", "48 913", "+82913", "48291x", "\u{661}82913"])
    func otherTextIsNoGuess(text: String) {
        var pairing = pairing(482_913)
        _ = pairing.ask(at: start)
        for _ in 0..<10 { #expect(pairing.enter(text, at: start) == .malformed) }
        #expect(pairing.enter("482913", at: start) == .right)
    }

    @Test func fourWrongCodesLockNothing() {
        var pairing = pairing(482_913)
        _ = pairing.ask(at: start)
        for _ in 0..<4 { #expect(pairing.enter("000000", at: start) == .wrong) }
        #expect(pairing.enter("482913", at: start) == .right)
    }

    @Test func fiveWrongCodesEndTheCodeAndLock() {
        var pairing = pairing(482_913, 5)
        _ = pairing.ask(at: start)
        for _ in 0..<4 { _ = pairing.enter("000000", at: start) }
        #expect(pairing.enter("000000", at: start) == .ended(seconds: 60))
        #expect(pairing.enter("482913", at: start) == .wait(seconds: 60))
        #expect(pairing.enter("482913", at: start + 60 * second - 1) == .wait(seconds: 1))
        #expect(pairing.ask(at: start + second) == .wait(seconds: 59))
        #expect(pairing.show(at: start + second) == .wait(seconds: 59))
        #expect(pairing.printed(at: start + second) == .wait(seconds: 59))
        #expect(pairing.enter("482913", at: start + 60 * second) == .noCode)
        #expect(pairing.ask(at: start + 60 * second) == .show("000005", seconds: 60))
    }

    /// Wrong codes count on while codes come and go: four for each code would never lock.
    @Test func aNewCodeDoesNotForgiveWrongOnes() {
        var pairing = pairing(1, 2)
        _ = pairing.ask(at: start)
        for _ in 0..<4 { _ = pairing.enter("000000", at: start) }
        let later = start + 60 * second
        _ = pairing.ask(at: later)
        #expect(pairing.enter("000000", at: later) == .ended(seconds: 60))
    }

    @Test func locksDoubleToAnHourUntilARightCode() {
        var pairing = pairing(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        var now = start
        for seconds in [60, 120, 240, 480, 960, 1920, 3600, 3600] {
            _ = pairing.show(at: now)
            for _ in 0..<5 { _ = pairing.enter("000000", at: now) }
            #expect(pairing.show(at: now) == .wait(seconds: seconds))
            now += UInt64(seconds) * second
        }
        #expect(pairing.show(at: now) == .show("000009", seconds: 60))
        #expect(pairing.enter("000009", at: now) == .right)
        _ = pairing.show(at: now)
        for _ in 0..<5 { _ = pairing.enter("000000", at: now) }
        #expect(pairing.show(at: now) == .wait(seconds: 60))
    }

    @Test func guessesWithoutACodeLockNothing() {
        var pairing = pairing(1)
        for _ in 0..<100 { #expect(pairing.enter("000000", at: start) == .noCode) }
        #expect(pairing.ask(at: start) == .show("000001", seconds: 60))
    }

    // MARK: - Asking

    /// The display does not flicker however often strangers ask.
    @Test func theShownCodeStaysUntilItEnds() {
        var pairing = pairing(1, 2)
        _ = pairing.ask(at: start)
        for tenth in 1..<600 {
            let now = start + UInt64(tenth) * second / 10
            #expect(pairing.ask(at: now) == .isShown(seconds: (600 - tenth + 9) / 10))
        }
        #expect(pairing.enter("000001", at: start + 59 * second) == .right)
    }

    @Test func strangersHaveFiveCodesShownThenOneInTenMinutes() {
        var pairing = pairing(1, 2, 3, 4, 5, 6, 7)
        var now = start
        for code in 1...5 {
            #expect(pairing.ask(at: now) == .show("00000\(code)", seconds: 60))
            now += 60 * second
        }
        #expect(pairing.ask(at: now) == .wait(seconds: 300))
        #expect(pairing.ask(at: start + 600 * second - 1) == .wait(seconds: 1))
        #expect(pairing.ask(at: start + 600 * second) == .show("000006", seconds: 60))
        #expect(pairing.ask(at: start + 660 * second) == .wait(seconds: 540))
        // The player is not kept from it.
        #expect(pairing.show(at: start + 660 * second) == .show("000007", seconds: 60))
        #expect(pairing.enter("000007", at: start + 660 * second) == .right)
        #expect(pairing.ask(at: start + 661 * second) == .show("999999", seconds: 60))
    }

    // MARK: - Printed addresses

    @Test func aPrintedCodeIsValidForTenMinutes() {
        var pairing = pairing(1, 2, 3)
        #expect(pairing.printed(at: start) == .show("000001", seconds: 600))
        #expect(pairing.enter("000001", at: start + 600 * second - 1) == .right)
        #expect(pairing.printed(at: start) == .show("000002", seconds: 600))
        #expect(pairing.enter("000002", at: start + 600 * second) == .noCode)
    }

    /// So a guess has one chance in a million, not two.
    @Test func thereIsOneCodeAtATime() {
        var pairing = pairing(1, 2)
        #expect(pairing.printed(at: start) == .show("000001", seconds: 600))
        #expect(pairing.ask(at: start + second) == .show("000001", seconds: 60))
        #expect(pairing.show(at: start + 2 * second) == .show("000001", seconds: 60))
        // The display stops showing it, and the printed address is still right.
        #expect(pairing.enter("000001", at: start + 599 * second) == .right)
        #expect(pairing.enter("000001", at: start + 599 * second) == .noCode)
    }

    @Test func fiveWrongCodesEndAPrintedCodeForGood() {
        var pairing = pairing(1, 2)
        _ = pairing.printed(at: start)
        for _ in 0..<5 { _ = pairing.enter("000000", at: start) }
        #expect(pairing.enter("000001", at: start + 60 * second) == .noCode)
        #expect(pairing.printed(at: start + 60 * second) == .show("000002", seconds: 600))
    }

    // MARK: - Answers

    @Test func answersTellTheSecondsAndNoCode() {
        for (asked, status) in [
            (Pairing.Asked.show("482913", seconds: 60), 200), (.isShown(seconds: 60), 200), (.wait(seconds: 60), 429),
        ] {
            let text = String(decoding: asked.answer.body, as: UTF8.self)
            #expect(asked.answer.status == status)
            #expect(!text.contains("482913"))
            #expect(status == 429 || text == "{\"seconds\":60}")
        }
        let statuses = [Pairing.Tried.right, .wrong, .ended(seconds: 60), .noCode, .malformed, .wait(seconds: 60)]
            .map { $0.refusal?.status }
        #expect(statuses == [nil, 403, 429, 409, 400, 429])
        let headers = Pairing.Tried.wait(seconds: 7).refusal?.headers ?? []
        #expect(headers.contains { $0.name == "retry-after" && $0.value == "7" })
    }
}
