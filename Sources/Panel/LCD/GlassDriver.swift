/// Everything a display is told: how it is brought up, its glyphs, its light, and the differences between pictures.
///
/// It gives one transfer at a time, none longer than 3 ms, and the time of the next; whoever owns the bus sends them and
/// does other things between. Nobody hears from the display whether it understands. So it is told everything anew twice
/// a minute, its mode too: a controller that lost its power for a moment, or half a byte to a spark, is readable again
/// then. Where nothing acknowledges, it is tried again after a second and told everything.
public struct GlassDriver: Sendable {
    private enum Step {
        case power, firstReset, secondReset, thirdReset, fourBits, mode, ready
    }

    private var encoder: GlassEncoder
    private var port = GlassPort()
    private var step = Step.power
    /// Nothing may be sent before.
    private var dueAt: UInt64 = 0
    /// Rows of glyphs that are drawn.
    private var glyphRows = 0
    /// The chip's address is that of the next row.
    private var isDrawing = false
    /// What stands on it may be seen.
    private var isOn = false
    private var refreshAt = never
    /// There is more to send than the last transfer had room for.
    private var hasMore = true

    // HD44780U, table 6.
    private static let returnHome: UInt8 = 0x02
    private static let entryModeIncrement: UInt8 = 0x06
    private static let displayOff: UInt8 = 0x08
    private static let displayOn: UInt8 = 0x0C
    private static let functionSet4Bit2Lines: UInt8 = 0x28
    private static let setCGRAMAddress: UInt8 = 0x40
    private static let setDDRAMAddress: UInt8 = 0x80

    /// A display that is there or not: 16x2, 20x2 or 20x4.
    public init(columns: Int, rows: Int) {
        encoder = GlassEncoder(columns: columns, rows: rows)
    }

    /// When there is something to send though neither picture nor light changes.
    public var nextAt: UInt64 { step == .ready ? hasMore ? dueAt : refreshAt : dueAt }

    /// The next transfer that makes the glass show a frame; an empty one when nothing is due.
    public mutating func burst(for frame: DisplayFrame, isLit: Bool, at now: UInt64) -> GlassBurst {
        var burst = GlassBurst()
        if now < dueAt { return burst }
        if step == .ready {
            if now >= refreshAt {
                beginAnew(at: .firstReset)
            } else {
                addChanges(to: frame, isLit: isLit, at: now, &burst)
            }
        }
        if step != .ready && burst.count == 0 { addReset(isLit: isLit, at: now, &burst) }
        return burst
    }

    /// The transfer was not acknowledged.
    public mutating func failed(at now: UInt64) {
        restart(at: now + PanelLimits.displayRetryTime)
    }

    /// It may have lost everything: from then on it is told everything, as if its supply had just come.
    public mutating func restart(at time: UInt64) {
        beginAnew(at: .power)
        isOn = false
        dueAt = time
    }

    private mutating func beginAnew(at first: Step) {
        step = first
        encoder.forget()
        port.forget()
        glyphRows = 0
        isDrawing = false
        hasMore = true
        refreshAt = never
    }

    /// Brings it from any state to four bits and two lines (HD44780U, figure 24): three times "8 bits" reaches it
    /// whatever half of a byte it was waiting for. What it shows stays, and is blank until it is right.
    private mutating func addReset(isLit: Bool, at now: UInt64, _ burst: inout GlassBurst) {
        switch step {
        case .power:
            // Only to see whether it is there; then 40 ms, which it needs when its supply has just come.
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
            put(GlassDriver.functionSet4Bit2Lines, &burst)
            put(isOn ? GlassDriver.displayOn : GlassDriver.displayOff, &burst)
            put(GlassDriver.entryModeIncrement, &burst)
            // Takes what was shifted back too: 1.52 ms with the nominal oscillator of 270 kHz, 2.2 ms with a slow one.
            put(GlassDriver.returnHome, &burst)
            refreshAt = now + PanelLimits.displayRefreshTime
            wait(2_500_000, then: .ready, burst, now)
        case .ready: break
        }
    }

    /// First what is read, then how it is drawn; a character takes 37 µs, less than its four bytes do on any bus.
    private mutating func addChanges(
        to frame: DisplayFrame, isLit: Bool, at now: UInt64, _ burst: inout GlassBurst
    ) {
        if isLit != port.isLit { port.setLight(isLit, into: &burst) }
        hasMore = true
        while burst.hasRoom(for: GlassPort.byteLength) {
            if let write = encoder.next(for: frame) {
                isDrawing = false
                switch write {
                case .setAddress(let address): put(GlassDriver.setDDRAMAddress | address, &burst)
                case .character(let code): port.put(code, isData: true, into: &burst)
                }
            } else if glyphRows < 8 * Glyph.count {
                guard addGlyphRow(&burst) else { break }
            } else if !isOn {
                isOn = true
                put(GlassDriver.displayOn, &burst)
            } else {
                hasMore = false
                break
            }
        }
        dueAt = now
    }

    /// One row of a glyph, with its address where the last byte was none; false where the burst has no room for it.
    private mutating func addGlyphRow(_ burst: inout GlassBurst) -> Bool {
        if !isDrawing {
            guard burst.hasRoom(for: 2 * GlassPort.byteLength) else { return false }
            put(GlassDriver.setCGRAMAddress | UInt8(glyphRows), &burst)
            encoder.forgetAddress()
            isDrawing = true
        }
        guard let glyph = Glyph(rawValue: UInt8(glyphRows / 8)) else { return false }
        port.put(glyph.rows[glyphRows % 8], isData: true, into: &burst)
        glyphRows += 1
        return true
    }

    private mutating func put(_ instruction: UInt8, _ burst: inout GlassBurst) {
        port.put(instruction, isData: false, into: &burst)
    }

    /// At 100 kHz a byte takes 90 µs; on a faster bus it waits too long, which does no harm.
    private mutating func wait(_ time: UInt64, then next: Step, _ burst: GlassBurst, _ now: UInt64) {
        dueAt = now + UInt64(burst.count + 1) * 90_000 + time
        step = next
    }
}
