/// Makes the transfers to an LCD: initialization, glyphs, backlight, and the differences between pictures.
///
/// Makes one transfer at a time, none longer than 3 ms, and returns the time of the next one. The owner of the bus
/// sends them and may do other work in between. The LCD does not confirm what it understood, so the driver repeats
/// everything twice a minute, including the mode: an LCD that lost power for a moment, or half a byte to a spark,
/// becomes readable again. If the LCD does not acknowledge, the driver retries after a second and sends everything.
package struct LCDDriver: Sendable {
    private enum Step {
        case power, firstReset, secondReset, thirdReset, fourBits, mode, ready
    }

    private var encoder: LCDEncoder
    private var port = LCDPort()
    private var step = Step.power
    /// The earliest time of the next transfer.
    private var dueAt: UInt64 = 0
    /// The number of glyph rows sent so far; a glyph has 8.
    private var glyphRows = 0
    /// Whether the chip's address counter is at the next glyph row.
    private var isDrawing = false
    /// Whether the display is switched on, so that its content is visible.
    private var isOn = false
    private var refreshAt = never
    /// Whether the last transfer had no room for everything.
    private var hasMore = true

    // Instructions of the HD44780U (table 6).
    private static let returnHome: UInt8 = 0x02
    private static let entryModeIncrement: UInt8 = 0x06
    private static let displayOff: UInt8 = 0x08
    private static let displayOn: UInt8 = 0x0C
    private static let functionSet4Bit2Lines: UInt8 = 0x28
    private static let setCGRAMAddress: UInt8 = 0x40
    private static let setDDRAMAddress: UInt8 = 0x80

    /// Creates a driver for an LCD of 16x2, 20x2 or 20x4, which need not be connected.
    package init(columns: Int, rows: Int) {
        encoder = LCDEncoder(columns: columns, rows: rows)
    }

    /// The time of the next transfer, in ns, if neither picture nor backlight changes.
    package var nextAt: UInt64 { step == .ready ? hasMore ? dueAt : refreshAt : dueAt }

    /// Returns the next transfer needed to show a frame; an empty transfer if nothing is due.
    package mutating func burst(for frame: DisplayFrame, isLit: Bool, at now: UInt64) -> DisplayBurst {
        var burst = DisplayBurst()
        if now < dueAt { return burst }
        if step == .ready {
            if now >= refreshAt {
                repeatEverything(from: .firstReset)
            } else {
                addChanges(to: frame, isLit: isLit, at: now, &burst)
            }
        }
        if step != .ready && burst.count == 0 { addReset(isLit: isLit, at: now, &burst) }
        return burst
    }

    /// Must be called if the last transfer was not acknowledged.
    package mutating func failed(at now: UInt64) {
        restart(at: now + PanelLimits.displayRetryTime)
    }

    /// Sends everything again from `time` in ns, as after power-up, because the LCD may have lost its state.
    package mutating func restart(at time: UInt64) {
        repeatEverything(from: .power)
        isOn = false
        dueAt = time
    }

    private mutating func repeatEverything(from first: Step) {
        step = first
        encoder.forget()
        port.forget()
        glyphRows = 0
        isDrawing = false
        hasMore = true
        refreshAt = never
    }

    /// Brings the LCD from any state to 4-bit mode with two lines (HD44780U, figure 24). Sending "8 bits" three times
    /// works even if the LCD was waiting for the second half of a byte. A visible picture stays; after power-up the
    /// LCD is blank until its picture is complete.
    private mutating func addReset(isLit: Bool, at now: UInt64, _ burst: inout DisplayBurst) {
        switch step {
        case .power:
            // One byte shows whether the LCD is connected. The LCD needs 40 ms after power-up.
            port.setLight(isLit, into: &burst)
            wait(40_000_000, then: .firstReset, burst, now)
        case .firstReset:
            port.put(nibble: 0x3, isData: false, into: &burst)
            wait(4_500_000, then: .secondReset, burst, now)
        case .secondReset:
            port.put(nibble: 0x3, isData: false, into: &burst)
            wait(200_000, then: .thirdReset, burst, now)
        case .thirdReset:
            port.put(nibble: 0x3, isData: false, into: &burst)
            wait(200_000, then: .fourBits, burst, now)
        case .fourBits:
            port.put(nibble: 0x2, isData: false, into: &burst)
            wait(200_000, then: .mode, burst, now)
        case .mode:
            put(LCDDriver.functionSet4Bit2Lines, &burst)
            put(isOn ? LCDDriver.displayOn : LCDDriver.displayOff, &burst)
            put(LCDDriver.entryModeIncrement, &burst)
            // Also undoes a shift. Takes 1.52 ms with the nominal oscillator of 270 kHz, 2.2 ms with a slow one.
            put(LCDDriver.returnHome, &burst)
            refreshAt = now + PanelLimits.displayRefreshTime
            wait(2_500_000, then: .ready, burst, now)
        case .ready: break
        }
    }

    // Text comes before glyphs. The LCD needs 37 µs for a character, less than the transfer of its four bytes on any
    // bus.
    private mutating func addChanges(
        to frame: DisplayFrame, isLit: Bool, at now: UInt64, _ burst: inout DisplayBurst
    ) {
        if isLit != port.isLit { port.setLight(isLit, into: &burst) }
        hasMore = true
        while burst.hasRoom(for: LCDPort.byteLength) {
            if let write = encoder.next(for: frame) {
                isDrawing = false
                switch write {
                case .setAddress(let address): put(LCDDriver.setDDRAMAddress | address, &burst)
                case .character(let code): port.put(code, isData: true, into: &burst)
                }
            } else if glyphRows < 8 * Glyph.count {
                guard addGlyphRow(&burst) else { break }
            } else if !isOn {
                isOn = true
                put(LCDDriver.displayOn, &burst)
            } else {
                hasMore = false
                break
            }
        }
        dueAt = now
    }

    /// Adds one row of a glyph, after its address if the last byte was no glyph row. Returns false if there is no
    /// room.
    private mutating func addGlyphRow(_ burst: inout DisplayBurst) -> Bool {
        if !isDrawing {
            guard burst.hasRoom(for: 2 * LCDPort.byteLength) else { return false }
            put(LCDDriver.setCGRAMAddress | UInt8(glyphRows), &burst)
            encoder.forgetAddress()
            isDrawing = true
        }
        guard let glyph = Glyph(rawValue: UInt8(glyphRows / 8)) else { return false }
        port.put(glyph.rows[glyphRows % 8], isData: true, into: &burst)
        glyphRows += 1
        return true
    }

    private mutating func put(_ instruction: UInt8, _ burst: inout DisplayBurst) {
        port.put(instruction, isData: false, into: &burst)
    }

    // At 100 kHz a byte takes 90 µs. On a faster bus this waits longer than necessary, which is harmless.
    private mutating func wait(_ time: UInt64, then next: Step, _ burst: DisplayBurst, _ now: UInt64) {
        dueAt = now + UInt64(burst.count + 1) * 90_000 + time
        step = next
    }
}
