import MIDI
import Routing

extension Compiler {
    /// For each source, kind and channel, the routings it concerns, in listed order.
    func concerns(_ models: [RoutingModel]) -> Concerns {
        var rows = InlineArray<35, UInt8>(repeating: Concerns.none)
        var spans: [Concerns.Span] = []
        var list: [Concern] = []
        var rowCount: UInt8 = 0
        let passing = models.map { kindsPassing($0) }
        for source in 0..<rows.count {
            let named = listeners(UInt8(source), models)
            if named.isEmpty { continue }
            rows[source] = rowCount
            rowCount += 1
            // Most kinds and channels concern the same ones, whose list then stands there once; a bit each says which.
            var known: [UInt64: Concerns.Span] = [:]
            for slot in 0..<Concerns.rowLength {
                let start = list.count
                var places: UInt64 = 0
                for (place, concern) in named.enumerated() {
                    let index = Int(concern.routing)
                    if !passes(models[index].routing, passing[index], concern, slot) { continue }
                    list.append(concern)
                    places |= 1 << UInt64(place)
                }
                if let span = known[places], named.count <= 64 {
                    list.removeLast(list.count - start)
                    spans.append(span)
                    continue
                }
                let span = Concerns.Span(start: UInt16(start), count: UInt16(list.count - start))
                known[places] = span
                spans.append(span)
            }
        }
        return Concerns(rows: rows, spans: arena.copy(spans), list: arena.copy(list))
    }

    /// The routings that name a source, each once.
    private func listeners(_ source: UInt8, _ models: [RoutingModel]) -> [Concern] {
        var named: [Concern] = []
        for (index, model) in models.enumerated() {
            for end in model.sources where end.source == source {
                named.append(Concern(routing: UInt16(index), channels: end.channels))
            }
        }
        return named
    }

    /// Whether a routing stands in the list of a slot. One that its preset bypasses stands in all of them (R4).
    private func passes(_ routing: Routing, _ kinds: UInt32, _ concern: Concern, _ slot: Int) -> Bool {
        if slot == Concerns.everything { return true }
        let hasChannel = slot < 7 * 16
        if hasChannel {
            let bit: UInt16 = 1 << UInt16(slot % 16)
            if concern.channels & bit == 0 || routing.channels & bit == 0 && !routing.bypassed { return false }
        }
        return kinds & 1 << UInt32(hasChannel ? slot / 16 : slot - 7 * 16 + 7) != 0
    }

    /// The kinds of messages of which a routing lets anything through, a bit each.
    private func kindsPassing(_ model: RoutingModel) -> UInt32 {
        if model.routing.bypassed { return UInt32.max }
        // What the box's own controllers send is only what remaps make of them (R20).
        let own: UInt32 = 1 << UInt32(MessageKind.motion.rawValue) | 1 << UInt32(MessageKind.contact.rawValue)
        var kinds = ~(model.routing.filtered | own)
        for value in 0..<UInt8(MessageKind.count) {
            guard let kind = MessageKind(rawValue: value) else { continue }
            // A remap takes a controller before the filter of those without one (R8), and hears notes that are filtered
            // (R9).
            for remap in model.remaps where moves(kind, remap.slot) || moves(kind, remap.backSlot) {
                kinds |= 1 << UInt32(value)
            }
        }
        return kinds
    }

    /// Whether messages of a kind move an input of a remap.
    private func moves(_ kind: MessageKind, _ slot: Int?) -> Bool {
        guard let slot else { return false }
        if let pattern = reader.patterns[slot] { return pattern.kinds.contains(kind) }
        if slot >= ControlInput.derived { return kind == .controlChange }
        let keys = ControlInput.key..<ControlInput.key + 128
        return switch kind {
        case .noteOn: slot == ControlInput.noteValue || slot == ControlInput.noteVelocity || keys ~= slot
        case .noteOff: keys ~= slot
        case .controlChange: slot < 128
        case .pitchBend: slot == ControlInput.pitchBend
        case .channelPressure: slot == ControlInput.channelPressure
        case .programChange: slot == ControlInput.program
        case .motion: ControlInput.motion..<ControlInput.motion + 3 ~= slot
        case .contact: ControlInput.contact..<ControlInput.contact + ControlInput.contacts ~= slot
        default: false
        }
    }
}

extension Pattern {
    /// What messages it can be.
    fileprivate var kinds: [MessageKind] {
        if firstByte == 0xF0 { return [.sysEx] }
        // A note on is a note off where its velocity is 0 (S5).
        return [Message(status: firstByte, 0, 0).kind, Message(status: firstByte, 0, 1).kind]
    }
}
