import Panel

/// What the display shows for the page: a code that a browser has to be told (W4), or a line about browsers.
///
/// It is laid over the picture where that is drawn, so the loop knows nothing of it. Plain values of a fixed size.
/// Times are nanoseconds of the loop's clock.
struct ShownPage: BitwiseCopyable, Sendable {
    /// A code of six digits.
    private var code: UInt32 = 0
    /// From when and until when the code is shown; 0: none.
    private var codeAt: UInt64 = 0
    private var codeEnd: UInt64 = 0
    private var line = DisplayText<20>()
    private var lineEnd: UInt64 = 0

    /// Shows a code for some seconds.
    mutating func show(_ code: UInt32, seconds: Int, at now: UInt64) {
        (self.code, codeAt, codeEnd) = (code, now, now + UInt64(seconds) * 1_000_000_000)
    }

    mutating func endCode() { codeEnd = 0 }

    /// Shows a line for the time of a status (D3).
    mutating func show(_ line: String, at now: UInt64) {
        (self.line, lineEnd) = (DisplayText(line.unicodeScalars), now + PanelLimits.noticeTime)
    }

    /// The state of the display with the code in it: as urgent as `LEARN`, so below panics, loops, faults and ports
    /// (D3).
    func laid(over state: DisplayState, at now: UInt64) -> DisplayState {
        if now >= codeEnd { return state }
        var state = state
        state.isLearning = false
        state.notice = .code(Int(code))
        // A status is shown for 2 s from its time, and the code ends with the last of them.
        state.noticeAt = min(now, codeEnd - PanelLimits.noticeTime)
        // A player waits for the code, so a dark display lights up (D4).
        state.backlight.event(at: codeAt)
        return state
    }

    /// Writes the line over row 2.
    func write(into frame: inout DisplayFrame, at now: UInt64) {
        if now < lineEnd { frame.replace(row: 1, with: line) }
    }

    /// When the picture changes without a new state; `UInt64.max` if it does not.
    func nextChange(after now: UInt64) -> UInt64 {
        let code = now < codeEnd ? min(codeEnd, now + PanelLimits.noticeTime) : UInt64.max
        return min(code, now < lineEnd ? lineEnd : UInt64.max)
    }
}
