import Configuration
import Devices
import Panel

/// The display and what stands on it: only differences are written. One that does not answer is let go of and opened
/// again once a second: a bus that left must not be held, or it cannot come back.
struct Glass {
    private var display: CharacterDisplay?
    private var encoder: GlassEncoder
    private let configuration: DisplayConfiguration
    private var isStarted = false
    private var retryAt: UInt64 = 0
    private var isReported = false

    static let retryTime: UInt64 = 1_000_000_000
    /// The last message, on a fourth row, is looked at this often (D4).
    static let rowFourTime: UInt64 = 50_000_000

    init(_ configuration: DisplayConfiguration) {
        self.configuration = configuration
        encoder = GlassEncoder(columns: configuration.columns, rows: configuration.rows)
    }

    /// Has it begin anew: nobody knows what it has lost.
    mutating func restart() { (isStarted, retryAt) = (false, 0) }

    mutating func show(_ state: DisplayState, menu: MenuPicture, at now: UInt64) {
        if !isStarted && (now < retryAt || !start(at: now)) { return }
        guard var display else { return }
        var isGone = false
        let frame = DisplayFrame(
            state, menu: menu, at: now, columns: configuration.columns, rows: configuration.rows)
        encoder.update(to: frame) { write in
            if isGone { return }
            switch write {
            case .setAddress(let address): isGone = display.command(0x80 | address) != 0
            case .character(let code): isGone = display.character(code) != 0
            }
        }
        self.display = display
        if isGone { fail("the display on \(configuration.bus) does not answer", at: now) }
    }

    private mutating func start(at now: UInt64) -> Bool {
        do throws(DeviceError) {
            if display == nil {
                display = try CharacterDisplay(
                    bus: configuration.bus, address: UInt8(configuration.address), columns: configuration.columns,
                    rows: configuration.rows)
            }
        } catch {
            fail("display: \(error.message)", at: now)
            return false
        }
        isStarted = display?.start() == 0
        encoder.forget()
        if !isStarted {
            fail("the display on \(configuration.bus) does not answer", at: now)
        } else if isReported {
            isReported = false
            Console.error("treadle: the display on \(configuration.bus) answers again\n")
        }
        return isStarted
    }

    private mutating func fail(_ message: String, at now: UInt64) {
        display?.close()
        display = nil
        isStarted = false
        retryAt = now + Glass.retryTime
        if !isReported { Console.error("treadle: \(message); tried again every second\n") }
        isReported = true
    }

    /// When it must be looked at again though nothing was reported.
    func nextAt(_ state: DisplayState, _ now: UInt64) -> UInt64 {
        if !isStarted { return retryAt }
        let next = state.nextChange(after: now)
        return configuration.rows == 4 ? min(next, now + Glass.rowFourTime) : next
    }
}
