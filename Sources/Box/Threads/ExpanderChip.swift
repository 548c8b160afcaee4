import Configuration
import Devices
import Host
import Loop

/// Reads the footswitches at one expander (I10). A chip that does not answer is closed, and opened again once a second
/// (F5); its footswitches count as released meanwhile.
struct ExpanderChip<Registers: I2CWords> {
    /// A footswitch by its index, and the expander's line that reads it.
    struct Contact {
        var index: UInt8
        var line: Int
        var activeLow: Bool
        /// Nanoseconds after a change in which further changes are ignored (F1).
        var debounce: UInt64
    }

    private let expander: ExpanderConfiguration
    private let contacts: [Contact]
    private let open: () throws(DeviceError) -> Registers
    private var chip: LineExpander<Registers>?
    /// The contacts that the loop knows as closed, one bit each by place in `contacts`.
    private var closed: UInt16 = 0
    /// When the readings of a contact count again, in ns, by place in `contacts`.
    private var settlesAt: [UInt64]
    /// The contacts that were closed at the last reading, and its time in ns.
    private var read: (closed: UInt16, at: UInt64) = (0, 0)
    private var checkAt: UInt64 = 0
    private var isReported = false
    private var isSaid = false
    private(set) var nextAt: UInt64 = 0

    /// Nanoseconds between tries to open the chip, and between checks of its settings.
    static var retryTime: UInt64 { 1_000_000_000 }
    /// Nanoseconds between two readings.
    static var period: UInt64 { 4_000_000 }

    init(
        _ expander: ExpanderConfiguration, _ contacts: [Contact], _ open: @escaping () throws(DeviceError) -> Registers
    ) {
        (self.expander, self.contacts, self.open) = (expander, contacts, open)
        settlesAt = contacts.map { _ in 0 }
    }

    /// Reads the chip if that is due. Returns a contact that has changed; the next calls return further contacts.
    mutating func contact(at now: UInt64) -> PedalEvent? {
        if read.closed == closed && now >= nextAt { readContacts(at: now) }
        let changed = read.closed ^ closed
        if changed == 0 { return nil }
        let place = changed.trailingZeroBitCount
        closed ^= 1 << UInt16(place)
        settlesAt[place] = read.at + contacts[place].debounce
        if closed != read.closed { nextAt = min(nextAt, now) }
        return .contact(contacts[place].index, closed: closed & 1 << UInt16(place) != 0, at: read.at)
    }

    private mutating func readContacts(at now: UInt64) {
        nextAt = now + ExpanderChip.period
        do throws(DeviceError) {
            let isNew = chip == nil
            let chip = try opened(at: now)
            if now >= checkAt {
                checkAt = now + ExpanderChip.retryTime
                if let problem = chip.check() { throw problem }
            }
            let levels = try chip.read()
            var next: UInt16 = 0
            for (place, contact) in contacts.enumerated() {
                let bit: UInt16 = 1 << UInt16(place)
                let isHigh = levels & 1 << UInt16(contact.line) != 0
                // F1: a reading within the lock-out may be a bounce, and would be old when the lock-out ends.
                let isClosed = now < settlesAt[place] ? closed & bit != 0 : isHigh != contact.activeLow
                if isClosed { next |= bit }
            }
            read = (next, now)
            // F1: a footswitch that is down when the box starts was not pressed.
            if isNew && !isSaid { closed = next }
            say()
        } catch {
            chip?.close()
            chip = nil
            read = (0, now)
            nextAt = now + ExpanderChip.retryTime
            if !isReported {
                Console.error("treadle: expander \(expander.name): \(error.message); tried again every second\n")
            }
            isReported = true
        }
    }

    private mutating func opened(at now: UInt64) throws(DeviceError) -> LineExpander<Registers> {
        if let chip { return chip }
        let new = LineExpander(try open(), hasRegisters: expander.chip == .mcp23017)
        chip = new
        if let problem = new.start() { throw problem }
        checkAt = now + ExpanderChip.retryTime
        return new
    }

    private mutating func say() {
        if isReported { Console.error("treadle: expander \(expander.name) answers again\n") }
        if !isSaid {
            Console.out(
                "  expander \(expander.name): \(expander.chip.rawValue) at \(expander.shownAddress) on "
                    + "\(expander.bus)\n"
            )
        }
        (isReported, isSaid) = (false, true)
    }
}

extension ExpanderConfiguration {
    fileprivate var shownAddress: String { hex(UInt8(address)) }
}
