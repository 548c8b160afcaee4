import Configuration
import Devices
import Panel

/// The display and what stands on it: only differences are written. One that does not answer is tried once a second.
struct Glass {
    private var display: CharacterDisplay
    private var encoder: GlassEncoder
    private let columns: Int
    private let rows: Int
    private var isStarted = false
    private var retryAt: UInt64 = 0
    private var isReported = false
    private let name: String

    static let retryTime: UInt64 = 1_000_000_000
    /// The last message, on a fourth row, is looked at this often (D4).
    static let rowFourTime: UInt64 = 50_000_000

    init?(_ configuration: DisplayConfiguration) {
        columns = configuration.columns
        rows = configuration.rows
        name = configuration.bus
        do throws(DeviceError) {
            display = try CharacterDisplay(
                bus: configuration.bus, address: UInt8(configuration.address), columns: columns, rows: rows)
        } catch {
            Console.error("treadle: display: \(error.message)\n")
            return nil
        }
        encoder = GlassEncoder(columns: columns, rows: rows)
    }

    mutating func show(_ state: DisplayState, menu: MenuPicture, at now: UInt64) {
        if !isStarted {
            if now < retryAt { return }
            isStarted = display.start() == 0
            encoder.forget()
            report(isStarted)
        }
        if !isStarted {
            retryAt = now + Glass.retryTime
            return
        }
        var display = self.display
        var isGone = false
        encoder.update(to: DisplayFrame(state, menu: menu, at: now, columns: columns, rows: rows)) { write in
            if isGone { return }
            switch write {
            case .setAddress(let address): isGone = display.command(0x80 | address) != 0
            case .character(let code): isGone = display.character(code) != 0
            }
        }
        self.display = display
        if isGone {
            isStarted = false
            retryAt = now + Glass.retryTime
            report(false)
        }
    }

    /// When it must be looked at again though nothing was reported.
    func nextAt(_ state: DisplayState, _ now: UInt64) -> UInt64 {
        if !isStarted { return retryAt }
        let next = state.nextChange(after: now)
        return rows == 4 ? min(next, now + Glass.rowFourTime) : next
    }

    private mutating func report(_ answers: Bool) {
        if answers == !isReported { return }
        isReported = !answers
        Console.error(
            "treadle: the display on \(name) \(answers ? "answers again" : "does not answer; tried again every second")\n"
        )
    }
}
