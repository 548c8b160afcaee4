import Configuration
import Panel
import Testing

@testable import Box

/// Codes and lines of the page on the display (W4, D3).
struct ShownPageTests {
    private let second: UInt64 = 1_000_000_000

    private func row2(_ page: ShownPage, _ state: DisplayState = DisplayState(), at now: UInt64) -> String {
        let frame = DisplayConfiguration().frame(page.laid(over: state, at: now), menu: MenuPicture(), page, at: now)
        var text = ""
        for column in 0..<frame.columns { text.unicodeScalars.append(Unicode.Scalar(frame[1, column]) ?? "?") }
        return text
    }

    @Test func codeIsShownForItsTime() {
        var page = ShownPage()
        page.show(482_913, seconds: 60, at: 10 * second)
        var now = 10 * second
        var changes = 0
        while page.nextChange(after: now) != UInt64.max {
            #expect(row2(page, at: now) == "CODE 482913     ")
            // What the panel thread waits for.
            now = page.nextChange(after: now)
            changes += 1
        }
        #expect(now == 70 * second && (30...31).contains(changes))
        #expect(row2(page, at: 70 * second - 1) == "CODE 482913     ")
        #expect(row2(page, at: 70 * second) == "120.0 .         ")
    }

    @Test func codeEnds() {
        var page = ShownPage()
        page.show(482_913, seconds: 60, at: second)
        page.endCode()
        #expect(row2(page, at: second) == "120.0 .         " && page.nextChange(after: second) == UInt64.max)
    }

    /// D3: what is more urgent than `LEARN` hides the code, what is less is hidden.
    @Test func codeIsAsUrgentAsLearn() {
        var page = ShownPage()
        page.show(482_913, seconds: 60, at: second)
        var state = DisplayState()
        state.isLearning = true
        (state.notice, state.noticeAt, state.drops) = (.saved, second, 3)
        #expect(row2(page, state, at: second) == "CODE 482913     ")
        state.hasNoTilt = true
        #expect(row2(page, state, at: second) == "120.0 .  NO TILT")
    }

    @Test func codeLightsTheDisplayUp() {
        var page = ShownPage()
        page.show(482_913, seconds: 60, at: 100 * second)
        var state = DisplayState()
        state.backlight = Backlight(delay: 5 * second)
        #expect(!state.backlight.isLit(at: 100 * second))
        #expect(page.laid(over: state, at: 100 * second).backlight.isLit(at: 100 * second))
    }

    @Test func lineIsShownForTwoSeconds() {
        var page = ShownPage()
        page.show("iPhone is forgotten", at: second)
        #expect(row2(page, at: second) == "iPhone is forgot")
        #expect(page.nextChange(after: second) == 3 * second)
        #expect(row2(page, at: 3 * second) == "120.0 .         ")
    }
}
