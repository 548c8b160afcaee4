import CPlatform
import Configuration
import Devices
import Host
import Loop
import Panel

/// Reads the pedals of one chip in turn (I10). A chip that does not answer is closed, and opened again once a second
/// (F5).
struct PedalChip<Registers: I2CWords> {
    private let pedals: [PedalConfiguration]
    private let open: () throws(DeviceError) -> Registers
    private var chip: ADS1115<Registers>?
    private var filters: [SpikeFilter]
    /// The index of the pedal that is being measured.
    private var place = 0
    private var isMeasuring = false
    private var roundAt: UInt64 = 0
    private var isReported = false
    private var isSaid = false
    private(set) var nextAt: UInt64 = 0
    /// Whether the chip does not answer.
    private(set) var isLost = false
    private(set) var recoveries: UInt32 = 0

    /// Nanoseconds between tries to open the chip.
    static var retryTime: UInt64 { 1_000_000_000 }
    /// Least time from one reading of a pedal to the next, in nanoseconds. A foot notices no shorter time.
    static var roundTime: UInt64 { 4_000_000 }
    /// Nanoseconds between two checks whether a measurement is done.
    static var askTime: UInt64 { 200_000 }

    /// - Parameter pedals: the pedals at the chip, at least one.
    init(_ pedals: [PedalConfiguration], _ open: @escaping () throws(DeviceError) -> Registers) {
        self.pedals = pedals
        self.open = open
        filters = pedals.map { _ in SpikeFilter() }
    }

    /// Takes the next step of a measurement if it is due. Returns a reading that passes the spike filter.
    mutating func read(at now: UInt64) -> PedalEvent? {
        if now < nextAt { return nil }
        do throws(DeviceError) {
            return try step(at: now)
        } catch {
            chip?.close()
            (chip, isMeasuring, isLost) = (nil, false, true)
            for index in filters.indices { filters[index].restart() }
            nextAt = now + PedalChip.retryTime
            if !isReported { Console.error("treadle: pedals: \(error.message); tried again every second\n") }
            isReported = true
            return nil
        }
    }

    private mutating func step(at now: UInt64) throws(DeviceError) -> PedalEvent? {
        let chip = try opened()
        let pedal = pedals[place]
        if !isMeasuring {
            if place == 0 { roundAt = now }
            if let problem = chip.start(UInt8(pedal.input)) { throw problem }
            isMeasuring = true
            nextAt = now + chip.conversionTime
            return nil
        }
        guard let reading = try chip.result(UInt8(pedal.input)) else {
            nextAt = now + PedalChip.askTime
            return nil
        }
        answered()
        isMeasuring = false
        defer {
            place = place + 1 < pedals.count ? place + 1 : 0
            nextAt = place == 0 ? max(now, roundAt + PedalChip.roundTime) : now
        }
        return filters[place].accept(reading).map { .reading(pedal: UInt8(pedal.number - 1), $0, at: now) }
    }

    private mutating func opened() throws(DeviceError) -> ADS1115<Registers> {
        if let chip { return chip }
        let new = ADS1115(try open(), isFast: pedals[0].chip == .ads1015)
        (chip, place) = (new, 0)
        return new
    }

    private mutating func answered() {
        if isReported {
            recoveries &+= 1
            Console.error("treadle: pedals: \(name) answers again\n")
        }
        if !isSaid {
            let numbers = pedals.map { "\($0.number)" }.joined(separator: ", ")
            Console.out("  \(pedals.count == 1 ? "pedal" : "pedals") \(numbers): \(name)\n")
        }
        (isReported, isLost, isSaid) = (false, false, true)
    }

    private var name: String {
        "\(pedals[0].chip.rawValue) at \(hex(UInt8(pedals[0].address))) on \(pedals[0].bus)"
    }
}
