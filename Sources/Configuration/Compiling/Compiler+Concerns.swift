import MIDI
import Plan

extension Compiler {
    /// Lists the routings that may pass a message, by source, message kind and channel; each list in listed order.
    @_optimize(speed)
    func concerns(_ models: [RoutingModel]) -> Concerns {
        var rows = InlineArray<38, UInt8>(repeating: Concerns.none)
        var starts = [UInt16](repeating: 0, count: rows.count)
        var places: [[UInt8]] = []
        var spans: [Concerns.Span] = []
        var list: [Concern] = []
        // Room for one source, as most presets have it.
        spans.reserveCapacity(Compiler.usualSpans)
        list.reserveCapacity(Compiler.usualSpans)
        var sources: UInt64 = 0
        for model in models { for end in model.sources { sources |= 1 << UInt64(end.source) } }
        let passing = models.map { kindsPassing($0) }
        for source in 0..<rows.count where sources & 1 << UInt64(source) != 0 {
            let named = listeners(UInt8(source), models)
            // For each kind and each channel, one bit for each listener that passes it. No routing names a source
            // twice, so 64 bits suffice.
            var ofKind = InlineArray<24, UInt64>(repeating: 0)
            var ofChannel = InlineArray<16, UInt64>(repeating: 0)
            for (place, concern) in named.enumerated() {
                let bit: UInt64 = 1 << UInt64(place)
                let kinds = passing[concern.routing.position]
                for kind in 0..<MessageKind.count where kinds & 1 << UInt32(kind) != 0 { ofKind[kind] |= bit }
                // A bypassed routing listens to all channels (R4).
                let routing = models[concern.routing.position].routing
                let channels = routing.bypassed ? concern.channels : concern.channels & routing.channels
                for channel in 0..<16 where channels & 1 << UInt16(channel) != 0 { ofChannel[channel] |= bit }
            }
            // Kinds with equal listeners share their lists, and so do channels. Rows of most sources are equal, so
            // equal rows are stored once.
            var row: [UInt8] = []
            row.reserveCapacity(Concerns.rowLength)
            var lists: [UInt64] = []
            lists.reserveCapacity(Compiler.usualSpans)
            for kind in 0..<Concerns.channelKinds {
                if let same = (0..<kind).first(where: { ofKind[$0] == ofKind[kind] }) {
                    for channel in 0..<16 { row.append(row[same * 16 + channel]) }
                    continue
                }
                let isUniform = (1..<16).allSatisfy { ofChannel[$0] & ofKind[kind] == ofChannel[0] & ofKind[kind] }
                for channel in 0..<16 {
                    row.append(UInt8(lists.count))
                    if !isUniform || channel == 15 { lists.append(ofKind[kind] & ofChannel[channel]) }
                }
            }
            let others = lists.count
            for slot in row.count..<Concerns.rowLength {
                let kind = Concerns.channelKinds + slot - Concerns.channelKinds * 16
                let all: UInt64 = named.count == 64 ? UInt64.max : 1 << UInt64(named.count) - 1
                let wanted = slot == Concerns.everything ? all : ofKind[kind]
                let place = lists[others...].firstIndex(of: wanted) ?? lists.count
                if place == lists.count { lists.append(wanted) }
                row.append(UInt8(place))
            }
            starts[source] = UInt16(spans.count)
            for (index, wanted) in lists.enumerated() {
                if let same = lists[..<index].firstIndex(of: wanted) {
                    spans.append(spans[spans.count - index + same])
                    continue
                }
                let start = list.count
                for (place, concern) in named.enumerated() where wanted & 1 << UInt64(place) != 0 {
                    list.append(concern)
                }
                spans.append(Concerns.Span(start: UInt16(start), count: UInt16(list.count - start)))
            }
            let known = places.firstIndex(of: row) ?? places.count
            if known == places.count { places.append(row) }
            rows[source] = UInt8(known)
        }
        copyToGroups { (rows[$0], starts[$0]) = (rows[$1], starts[$1]) }  // U6
        return Concerns(
            rows: rows, starts: arena.share(starts), places: arena.share(places.flatMap { $0 }),
            spans: arena.copy(spans), list: arena.copy(list))
    }

    /// More spans than a source usually has.
    private static let usualSpans = 64

    /// Returns one listener for each routing that names a source.
    private func listeners(_ source: UInt8, _ models: [RoutingModel]) -> [Concern] {
        var named: [Concern] = []
        named.reserveCapacity(models.count)
        for (index, model) in models.enumerated() {
            for end in model.sources where end.source == source {
                named.append(Concern(routing: RoutingIndex(index), channels: end.channels))
            }
        }
        return named
    }

    /// Returns the message kinds that a routing can pass, one bit each.
    private func kindsPassing(_ model: RoutingModel) -> UInt32 {
        if model.routing.bypassed { return UInt32.max }
        // The box's own controllers are never passed on; they only drive remaps (R20).
        let own: UInt32 = 1 << UInt32(MessageKind.motion.rawValue) | 1 << UInt32(MessageKind.contact.rawValue)
        var kinds = ~(model.routing.filtered | own)
        // MIDI-CI has its own filter (U11), so it passes even if SysEx is filtered.
        if model.routing.hearsInquiries { kinds |= 1 << UInt32(MessageKind.sysEx.rawValue) }
        // `only` may name some Control Changes, and full frames of time code are SysEx (R23).
        if model.routing.filtered & Routing.choosesBit != 0 { kinds |= MessageKind.controlChange.bit }
        if model.routing.passesFullFrames { kinds |= MessageKind.sysEx.bit }
        // A remap receives its controller before the filter drops other controllers (R8), and also filtered notes
        // (R9).
        for remap in model.remaps {
            kinds |= kindsMoving(remap.slot)
            if let back = remap.backSlot { kinds |= kindsMoving(back) }
        }
        return kinds
    }

    /// Returns the message kinds that can change an input, one bit each.
    private func kindsMoving(_ slot: Int) -> UInt32 {
        func bit(_ kind: MessageKind) -> UInt32 { 1 << UInt32(kind.rawValue) }
        switch slot {
        case ControlInput.derived...:
            guard let pattern = reader.patterns[slot] else { return bit(.controlChange) }
            return pattern.kinds.reduce(0) { $0 | bit($1) }
        case ControlInput.key...: return bit(.noteOn) | bit(.noteOff)
        case ControlInput.contact...: return bit(.contact)
        case ControlInput.motion...: return bit(.motion)
        case ControlInput.noteValue, ControlInput.noteVelocity: return bit(.noteOn)
        case ControlInput.pitchBend: return bit(.pitchBend)
        case ControlInput.channelPressure: return bit(.channelPressure)
        case ControlInput.program: return bit(.programChange)
        default: return bit(.controlChange)
        }
    }
}

extension Pattern {
    /// The message kinds that can match the pattern.
    var kinds: [MessageKind] {
        if firstByte == Status.sysEx { return [.sysEx] }
        // A note-on with velocity 0 is a note-off (S5).
        return [Message(status: firstByte, 0, 0).kind, Message(status: firstByte, 0, 1).kind]
    }
}
