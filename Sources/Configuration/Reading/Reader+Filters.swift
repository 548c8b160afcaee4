import Plan
import MIDI

extension Reader {
    /// Reads a mapping with `filter` as the only key.
    func filter(_ node: YAMLNode, _ what: String, _ kinds: [MessageKind], _ model: inout RoutingModel) {
        var fields = fields(node, "`\(what)`", such: "filter: true")
        filter(fields.take("filter"), kinds, &model)
        fields.finish(log)
    }

    /// Reads `filter: true`, which drops messages of these kinds.
    func filter(_ entry: YAMLNode.Entry?, _ kinds: [MessageKind], _ model: inout RoutingModel) {
        guard boolean(entry) == true else { return }
        for kind in kinds { model.routing.filtered |= 1 << UInt32(kind.rawValue) }
    }

    /// Reads `clock:`, which affects timing clocks (F8) only; `system` filters start, continue and stop (K4).
    func readRoutingClock(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`clock`", such: "divide: 4")
        filter(fields.take("filter"), [.timingClock], &model)
        if let rate = integer(fields.take("divide"), 1...24) { model.routing.divide = UInt8(rate) }
        if let rate = integer(fields.take("multiply"), 1...8) { model.routing.multiply = UInt8(rate) }
        fields.finish(log)
    }

    func readSystem(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`system`", such: "filter: { sysex: true }")
        if let entry = fields.take("filter") {
            var kinds = self.fields(entry.value, "`system: filter`", such: "sysex: true")
            filter(kinds.take("start-stop"), [.start, .continue, .stop], &model)
            // Song Position Pointer only: Song Select (F3) always passes.
            filter(kinds.take("song-position"), [.songPosition], &model)
            filter(kinds.take("sysex"), [.sysEx], &model)
            // Quarter frames only: a full frame of MIDI Time Code is a SysEx.
            filter(kinds.take("time-code"), [.timeCode], &model)
            filter(kinds.take("flex-data"), [.flexData], &model)
            // The MIDI-CI filter is the only one that is on by default (U11).
            if boolean(kinds.take("midi-ci")) == false { model.routing.hearsInquiries = true }
            kinds.finish(log)
        }
        if let asContinue = boolean(fields.take("start-as-continue")) { model.routing.startAsContinue = asContinue }
        fields.finish(log)
    }
}
