import MIDI
import Plan

// R27: `pick-up` and `repeats: false`.
extension Compiler {
    /// Reports more destinations whose last values have to be kept than there is room for.
    func checkTrackedPorts() {
        var ports: UInt32 = 0
        for index in reader.presets.indices {
            markIfFaulty(index) {
                for routing in reader.presets[index].routings where routing.isGated {
                    let count = (ports | routing.destinationBits).nonzeroBitCount
                    if count > Limits.trackedPorts {
                        return reader.overLimit(routing.place, "trackedPorts", Limits.trackedPorts, count)
                    }
                    ports |= routing.destinationBits
                }
            }
        }
    }

    /// The destinations whose last values are kept, one bit each.
    func trackedPorts() -> UInt32 {
        var ports: UInt32 = 0
        for preset in presets {
            for routing in preset.routings where routing.isGated { ports |= routing.destinationBits }
        }
        return ports
    }
}

extension Compiler {
    /// Adds one remap for all controllers that a routing with `pick-up` only passes on.
    func addPassing(_ heads: inout [SlotTable.Entry], _ remaps: inout [Remap], _ gates: inout [RemapGate]) {
        var remap = Remap()
        remap.state = UInt16(remaps.count)
        remap.output = .controlChange(0)
        var gate = RemapGate()
        (gate.picksUp, gate.passes) = (true, true)
        let taken = heads.map { controllers(of: $0.slot) }
        for number in UInt8(0)...127 where ControllerNumber.hasPosition(number) {
            if taken.contains(where: { $0?.contains(number) ?? true }) { continue }
            heads.append(SlotTable.Entry(slot: Int(number), number: UInt16(remaps.count)))
        }
        remaps.append(remap)
        gates.append(gate)
    }

    /// The Control Changes that a remap of an input replaces, which do not pass by themselves; nil if that may be any.
    private func controllers(of slot: Int) -> [UInt8]? {
        if slot < 128 { return [UInt8(slot)] }
        if slot < ControlInput.derived { return [] }
        let input = reader.derivedInputs[slot - ControlInput.derived]
        if input.kind == .pair || input.kind == .settled { return [input.msb, input.lsb] }
        guard let pattern = reader.patterns[slot], pattern.firstByte & 0xF0 == Status.controlChange else { return [] }
        if pattern.pieces.count > 1, case .byte(let number) = pattern.pieces[1] { return [number] }
        return nil
    }
}

extension RoutingModel {
    /// Whether the routing or one of its remaps has `pick-up` or `repeats: false`.
    fileprivate var isGated: Bool { picksUp || remaps.contains { $0.gate.isGated } }

    /// The destinations from all sources, one bit each.
    fileprivate var destinationBits: UInt32 {
        var ports: UInt32 = 0
        for source in sources {
            for port in destinations(from: source.source) { ports |= port.bit }
        }
        return ports
    }
}

extension ControllerNumber {
    /// Whether a Control Change may be a fader or a knob, which `pick-up` of a routing asks for its position: no bank,
    /// no switch, no parameter and no channel mode message.
    static func hasPosition(_ number: UInt8) -> Bool {
        switch number {
        case bankMSB, bankLSB, dataEntryMSB, dataEntryLSB: false
        case sustain...hold2, dataIncrement...rpnMSB, allSoundOff...127: false
        default: true
        }
    }
}
