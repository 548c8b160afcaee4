import Configuration
import Devices
import Loop

/// The pedals and expanders at all chips (I10), read by one thread.
struct PedalSensor {
    private var chips: [PedalChip<I2CDevice>] = []
    private var expanders: [ExpanderChip<I2CDevice>] = []
    /// Whether the loop was told that a chip does not answer.
    private var isLost = false

    init(_ box: BoxConfiguration) {
        var rest = box.pedals
        while let first = rest.first {
            let isAtChip = { (pedal: PedalConfiguration) in pedal.bus == first.bus && pedal.address == first.address }
            chips.append(
                PedalChip(rest.filter { isAtChip($0) }) { () throws(DeviceError) in
                    try I2CDevice(bus: first.bus, address: UInt8(first.address))
                })
            rest = rest.filter { !isAtChip($0) }
        }
        for expander in box.expanders {
            var contacts: [ExpanderChip<I2CDevice>.Contact] = []
            for (index, footswitch) in box.footswitches.enumerated() {
                guard let line = footswitch.line, line.chip == expander.name else { continue }
                contacts.append(
                    .init(
                        index: UInt8(index), line: line.line, activeLow: footswitch.activeLow,
                        debounce: footswitch.debounce))
            }
            if contacts.isEmpty { continue }
            expanders.append(
                ExpanderChip(expander, contacts) { () throws(DeviceError) in
                    try I2CDevice(bus: expander.bus, address: UInt8(expander.address))
                })
        }
    }

    /// Reads one chip that is due, pedals first.
    mutating func turn(at now: UInt64) -> SensorThread<PedalEvent>.Turn {
        var event: PedalEvent?
        if let due = chips.indices.first(where: { chips[$0].nextAt <= now }) {
            event = chips[due].read(at: now)
        }
        if event == nil, let due = expanders.indices.first(where: { expanders[$0].nextAt <= now }) {
            event = expanders[due].contact(at: now)
        }
        // `.lost` and `.found` must not replace a reading, so they wait for the next turn.
        let lost = chips.contains { $0.isLost }
        if event == nil && lost != isLost {
            isLost = lost
            event = lost ? .lost : .found
        }
        let next = expanders.reduce(chips.reduce(UInt64.max) { min($0, $1.nextAt) }) { min($0, $1.nextAt) }
        return .init(
            event: event, nextAt: max(next, now + 1), recoveries: chips.reduce(0) { $0 &+ $1.recoveries })
    }
}
