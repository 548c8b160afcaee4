import Panel
import Testing

@Suite struct DisplayStatusTests {
    let second: UInt64 = 1_000_000_000

    // D2, R29
    @Test func theTranspositionLeavesRoomForTheStatus() {
        var state = DisplayState.example
        state.transposition = -12
        #expect(state.statusText() == "-12    ")
        state.notice = .noPreset(5)
        state.noticeAt = 0
        #expect(state.statusText() == "   NO 5")
        state.transposition = 2
        #expect(state.statusText() == "+2 NO 5")
        state.notice = .noPreset(55)
        #expect(state.statusText() == "  NO 55")
        state.transposition = 0
        #expect(state.statusText() == "  NO 55")
    }

    // D3, from the least to the most urgent
    @Test func theMostUrgentIsShown() {
        var state = DisplayState.example
        #expect(state.statusText() == "       ")
        state.startNotice.hasDevelopmentKey = 1
        #expect(state.statusText() == "DEV KEY")
        state.held = 12
        #expect(state.statusText() == "HELD 12")
        state.drops = 1
        #expect(state.statusText() == " DROP 1")
        state.startNotice.keepsNothing = 1
        #expect(state.text() == "  0 A           |NOT KEPT        ")
        // I12: a backup comes last, what was restored first.
        state.startNotice.stick = .failed
        #expect(state.text() == "  0 A           |NOT KEPT        ")
        state.startNotice.stick = .restored
        #expect(state.text() == "  0 A           |RESTORED RESTART")
        state.startNotice = .init()
        state.startNotice.stick = .backedUp
        #expect(state.text() == "  0 A           |BACKUP DONE     ")
        state.startNotice.stick = .failed
        #expect(state.text() == "  0 A           |STICK FAILED    ")
        state.startNotice.stick = .noPage
        #expect(state.statusText() == "NO PAGE")
        state.notice = .undone
        state.noticeAt = 0
        #expect(state.statusText() == " UNDONE")
        state.isLearning = true
        #expect(state.statusText() == "  LEARN")
        // B4: a peer that pairs has row 2 to itself.
        state.refusedPairingAt = 0
        #expect(state.statusText() == "NO PAIR")
        state.pairing = PairingRow(digits: 123)
        #expect(state.text() == "  0 A           |PAIR 000123     ")
        state.pairing = PairingRow(name: DisplayText("Bühne".unicodeScalars))
        #expect(state.text(columns: 20) == "  0 A               |PAIR Bühne          ")
        state.port = .init(name: DisplayText("keys".unicodeScalars), came: true, at: 0)
        #expect(state.statusText() == "  +keys")
        state.hasNoTilt = true
        #expect(state.statusText() == "NO TILT")
        state.hasFeedback = true
        #expect(state.statusText() == "   LOOP")
        state.panicAt = 0
        #expect(state.statusText() == "  PANIC")
    }

    /// W4: a code has all its digits, and row 2 to itself where it is longer than the status columns.
    @Test func aCodeIsShownWhole() {
        var state = DisplayState.example
        (state.notice, state.noticeAt) = (.code(913), 0)
        #expect(state.text() == "  0 A           |CODE 000913     ")
        #expect(state.text(columns: 20) == "  0 A               |120.0 .  CODE 000913")
    }

    /// B4: also without a valid configuration, since the switches answer.
    @Test func pairingIsShownOverBadConfiguration() {
        var state = DisplayState.example
        state.isBadConfiguration = true
        state.badPlace = .init(file: DisplayText("box.yaml".unicodeScalars), line: 3)
        #expect(state.text() == "BAD CONFIG      |box.yaml:3      ")
        state.pairing = PairingRow(digits: 123_456)
        #expect(state.text() == "BAD CONFIG      |PAIR 123456     ")
        state.panicAt = 0
        #expect(state.nextChange(after: 0) == 2 * second)
    }

    @Test func countsAbove99() {
        var state = DisplayState.example
        state.held = 100
        #expect(state.statusText() == "HELD ++")
        state.drops = 99
        #expect(state.text() == "  0 A           |120.0 .  DROP 99")
        state.drops = 100
        #expect(state.text() == "  0 A           |120.0 .  DROP ++")
    }

    // E1: a start notice longer than the status columns takes the whole row.
    @Test func problemsAtPowerUpAreShown() {
        var state = DisplayState.example
        state.startNotice.keepsNothing = 1
        #expect(state.text(columns: 20) == "  0 A               |120.0 .     NOT KEPT")
        state.startNotice.badFiles = 2
        #expect(state.text() == "  0 A           |BAD 2 FILES     ")
        #expect(state.text(columns: 20) == "  0 A               |120.0 .  BAD 2 FILES")
        state.startNotice.badFiles = 12
        #expect(state.text(columns: 20) == "  0 A               |BAD 12 FILES        ")
        state.startNotice.badFiles = 100
        #expect(state.text() == "  0 A           |BAD ++ FILES    ")
        state.startNotice.runsImage = 1
        #expect(state.text() == "  0 A           |IMAGE RUNS      ")
        #expect(state.nextChange(after: 0) == never)
    }

    // I2, I3, from the least to the most urgent
    @Test func faultsOfTheCardAreShown() {
        var state = DisplayState.example
        state.startNotice.cardFault = 1
        #expect(state.text() == "  0 A           |CARD FAULT      ")
        #expect(state.text(columns: 20) == "  0 A               |120.0 .   CARD FAULT")
        state.startNotice.keepsNothing = 1
        #expect(state.text() == "  0 A           |NOT KEPT        ")
        state.startNotice.badFiles = 2
        state.startNotice.badEdit = 1
        #expect(state.text() == "  0 A           |BAD EDIT        ")
        state.startNotice.runsImage = 1
        #expect(state.text() == "  0 A           |IMAGE RUNS      ")
    }

    @Test func outcomesOfAnUpdateAreShown() {
        var state = DisplayState.example
        for (outcome, row) in [
            (.committed, "NOW 1.12.0      "), (.failed, "UPDATE FAILED   "), (.installed, "1.12.0 RESTART  "),
            (.refused, "UPDATE REFUSED  "),
        ] as [(DisplayState.StartNotice.Update.Outcome, String)] {
            state.startNotice.update = .init(outcome, major: 1, minor: 12, patch: 0)
            #expect(state.text() == "  0 A           |" + row)
        }
    }

    @Test func portNameIsCutToSix() {
        var state = DisplayState.example
        state.port = .init(name: DisplayText("keyboard".unicodeScalars), came: false, at: 0)
        #expect(state.text() == "  0 A           |120.0 .  -keyboa")
        state.port.name = DisplayText("Bühne…".unicodeScalars)
        #expect(state.statusText() == " -Bühne")
    }

    @Test func missingPresetIsNamed() {
        var state = DisplayState.example
        state.noticeAt = 0
        state.notice = .noPreset(7)
        #expect(state.statusText() == "   NO 7")
        state.notice = .unsaved
        #expect(state.statusText() == "UNSAVED")
        state.notice = .noPreset(9999)
        #expect(state.statusText() == "NO 9999")
        state.notice = .noPreset(16383)
        #expect(state.statusText() == "NO ++++")
    }

    // D3: shown at t, gone at t + 2 s
    @Test func statusEndsExactlyAfterTwoSeconds() {
        var state = DisplayState.example
        state.notice = .saved
        state.noticeAt = 2_000_000
        #expect(state.statusText(at: 1_999_999) == "       ")
        #expect(state.text(at: 2_000_000) == "  0 A           |120.0 .    SAVED")
        #expect(state.statusText(at: 2_001_999_999) == "  SAVED")
        #expect(state.statusText(at: 2_002_000_000) == "       ")
    }

    // D4
    @Test func nextChangeIsWhenTheStatusEnds() {
        var state = DisplayState.example
        #expect(state.nextChange(after: 0) == never)
        state.noticeAt = 5 * second
        #expect(state.nextChange(after: 0) == 5 * second)
        #expect(state.nextChange(after: 5 * second) == 7 * second)
        #expect(state.nextChange(after: 7 * second) == never)
    }

    @Test func endOfAHiddenStatusIsNotAChange() {
        var state = DisplayState.example
        state.noticeAt = 5 * second
        state.panicAt = 6 * second
        #expect(state.nextChange(after: 6 * second) == 8 * second)
        state.panicAt = 5 * second
        #expect(state.nextChange(after: 5 * second) == 7 * second)
        state.hasFeedback = true
        state.panicAt = never
        #expect(state.nextChange(after: 0) == never)
    }

    /// Programs are told the words of the status, and whether they tell of a fault.
    @Test func programsAreToldFaultsApart() {
        var state = DisplayState.example
        func words(at now: UInt64 = 0) -> String {
            let text = DisplayFrame(columns: 20, rows: 2, characters: .drawn).statusText(state, at: now)
            return String((0..<text.count).compactMap { Unicode.Scalar(text[$0]).map { Character($0) } })
        }
        #expect(words() == "" && !state.isFaulty(at: 0))
        state.held = 12
        #expect(words() == "HELD 12" && !state.isFaulty(at: 0))
        state.drops = 1
        #expect(words() == "DROP 1" && state.isFaulty(at: 0))
        state.startNotice.stick = .backedUp
        #expect(words() == "BACKUP DONE" && !state.isFaulty(at: 0))
        state.startNotice.stick = .failed
        #expect(words() == "STICK FAILED" && state.isFaulty(at: 0))
        state.startNotice.cardFault = 1
        #expect(words() == "CARD FAULT" && state.isFaulty(at: 0))
        state.port = .init(name: DisplayText("Hörer".unicodeScalars), came: true, at: 0)
        #expect(words() == "+Hörer" && !state.isFaulty(at: 0) && words(at: 3 * second) == "CARD FAULT")
        state.port.came = false
        #expect(words() == "-Hörer" && state.isFaulty(at: 0))
        state.panicAt = 0
        #expect(words() == "PANIC" && !state.isFaulty(at: 0))
        state = .example
        state.isBadConfiguration = true
        #expect(state.isFaulty(at: 0))
    }

    @Test func nextChangeAgreesWithThePictures() {
        var state = DisplayState.example
        state.drops = 3
        state.panicAt = 4
        state.port = .init(name: DisplayText("in".unicodeScalars), came: true, at: second)
        state.noticeAt = 2 * second
        var now: UInt64 = 0
        var seen: [String] = [state.statusText(at: 0)]
        while state.nextChange(after: now) != never {
            let next = state.nextChange(after: now)
            #expect(state.text(at: next - 1) == state.text(at: now))
            #expect(state.text(at: next) != state.text(at: now))
            now = next
            seen.append(state.statusText(at: now))
        }
        #expect(seen == [" DROP 3", "  PANIC", "    +in", "  SAVED", " DROP 3"])
    }

    /// L6: a QR code over the whole display hides all but these.
    @Test func panicsPairingsAndCodesAreUrgent() {
        var state = DisplayState.example
        (state.notice, state.noticeAt, state.drops, state.isLearning) = (.saved, 0, 3, true)
        #expect(!state.isUrgent(at: 1))
        state.isLearning = false
        #expect(!state.isUrgent(at: 1))
        state.notice = .code(482_913)
        #expect(state.isUrgent(at: 1) && !state.isUrgent(at: 2 * second))
        state.notice = .saved
        state.panicAt = 0
        #expect(state.isUrgent(at: 1) && !state.isUrgent(at: 2 * second))
        state.pairing = PairingRow(digits: 123)
        #expect(state.isUrgent(at: 2 * second))
    }
}
