import MIDI
import Plan
import TestSupport

@testable import Configuration

/// Returns a box file with four ports, of which `module` has channel 3, and these routings in its only preset.
func box(_ routings: String, head: String = "") -> String {
    """
    treadle: 1
    ports: {keys: {match: k}, pad: {match: p}, module: {match: m, channel: 3}, out: {match: o}}
    footswitches: {A: {line: "g:1"}, B: {line: "g:2"}, C: {line: "g:3"}}
    \(head)
    presets: [{name: P, routings: [\(routings)]}]

    """
}

extension Remap {
    /// The linear map; nil if the remap has a table.
    var map: LinearMap? {
        if case .map(let map) = values { return map }
        return nil
    }
}

extension CompiledConfiguration {
    /// Returns a routing of the only preset.
    func routing(_ index: RoutingIndex = 0) -> Routing { plan.pointee.presets[0].routings[index] }

    func noteMap(_ index: RoutingIndex = 0) -> [UInt8]? {
        routing(index).noteMap.map { Array(UnsafeBufferPointer(start: $0, count: 128)) }
    }

    func velocityMap(_ index: RoutingIndex = 0) -> [UInt8]? {
        routing(index).velocityMap.map { Array(UnsafeBufferPointer(start: $0, count: 128)) }
    }

    /// Returns the remaps of an input in the order of sending.
    func remaps(_ slot: Int, routing index: RoutingIndex = 0) -> [Remap] {
        guard let heads = routing(index).remapHeads else { return [] }
        var (remaps, next) = ([Remap](), heads[slot])
        while next != Remap.none {
            remaps.append(plan.pointee.presets[0].remaps[Int(next)])
            next = remaps[remaps.count - 1].next
        }
        return remaps
    }

    /// Returns the routings that receive a kind of message from a source on a channel 1...16.
    func concerned(_ source: UInt8, _ kind: MessageKind, channel: UInt8 = 1) -> [Int] {
        concerned(source, slot: Concerns.slot(kind: kind, channel: channel - 1)).map { $0.routing.position }
    }

    func concerned(_ source: UInt8, slot: Int) -> [Concern] {
        let concerns = plan.pointee.presets[0].concerns
        let row = concerns.rows[Int(source)]
        if row == Concerns.none { return [] }
        let place = concerns.places[Int(row) * Concerns.rowLength + slot]
        let span = concerns.spans[Int(concerns.starts[Int(source)]) + Int(place)]
        return (0..<Int(span.count)).map { concerns.list[Int(span.start) + $0] }
    }

    /// The on-load messages of the first preset.
    var onLoad: [(message: Message, delay: UInt64, routing: RoutingIndex, replaces: Bool)] {
        let preset = plan.pointee.presets[0]
        return (0..<Int(preset.onLoadCount)).map { index in
            let entry = preset.onLoad[index]
            return (entry.message(preset.longMessages), entry.delay, entry.routing, entry.replaces)
        }
    }
}
