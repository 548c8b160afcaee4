import MIDI
import Plan

// `only` of a restriction: the kinds of messages that pass (R23).
extension Reader {
    /// The words of `only`, without `cc` and a number, and the kinds that they name.
    private static var onlyWords: [(Text, [MessageKind])] {
        [
            ("notes", [.noteOn, .noteOff]), ("pressure", [.polyPressure]), ("program", [.programChange]),
            ("pitch-bend", [.pitchBend]), ("channel-pressure", [.channelPressure]), ("cc", [.controlChange]),
            ("controllers", [.controlChange, .programChange, .channelPressure, .pitchBend]),
            ("clock", [.timingClock]), ("start-stop", [.start, .continue, .stop]), ("song-position", [.songPosition]),
            ("song-select", [.songSelect]), ("tune-request", [.tuneRequest]), ("reset", [.reset]),
            ("active-sensing", [.activeSensing]), ("sysex", [.sysEx]), ("time-code", [.timeCode]),
            ("flex-data", [.flexData]),
        ]
    }

    /// Reads `only`, a list of kinds, or one kind.
    func readOnly(_ entry: YAMLNode.Entry, _ model: inout RoutingModel) {
        var only = OnlyModel()
        switch entry.value.content {
        case .sequence(let items):
            if items.isEmpty {
                wrong(entry, "a list of what passes, such as [notes, cc 64]; `mute: true` lets nothing pass")
            }
            for item in items { name(item, entry.key, &only) }
        default: name(entry.value, entry.key, &only)
        }
        model.only = only
    }

    private func name(_ node: YAMLNode, _ key: Text, _ only: inout OnlyModel) {
        let words = Reader.onlyWords
        guard let text = node.text else { return wrong(node, key, "\(listed(words.map { $0.0 })), or cc and a number") }
        if let kinds = words.first(where: { $0.0 == text })?.1 {
            let bits = kinds.reduce(0) { $0 | $1.bit }
            only.kinds |= bits
            only.words.append(OnlyModel.Word(place: node.place, text: text, kinds: bits))
            return
        }
        guard text.begins(with: "cc") else {
            return wrong(
                node, key,
                "\(listed(words.map { $0.0 })), or cc and a number\(hint(text, among: words.map { $0.0 }))")
        }
        switch controller(text, isInput: true) {
        case .good(.controlChange(let number)): only.name(number)
        case .good(.pair(let msb, let lsb)):
            only.name(msb)
            only.name(lsb)
        case .good: wrong(node, key, "cc and a number or a name")
        case .bad(let must): wrong(node, key, must)
        }
    }

    /// Makes `only` part of the routing's filters, once these are read: the stricter of both holds.
    func settleOnly(_ model: inout RoutingModel) {
        guard let only = model.only else { return }
        let filters = model.routing.filtered
        for word in only.words where word.kinds & ~filters == 0 && word.kinds & Reader.controllerKinds == 0 {
            log.warning(
                word.place, "`\(clipped(word.text))` does nothing here, because a filter of the routing drops it")
        }
        let all: UInt32 = 1 << UInt32(MessageKind.count) - 1
        // The box's own controllers are not asked.
        let asked = all & ~(MessageKind.contact.bit | MessageKind.motion.bit)
        model.routing.filtered |= asked & ~only.kinds | Routing.onlyBit
        if only.choosesControllers && filters & MessageKind.controlChange.bit == 0 {
            model.routing.filtered |= Routing.choosesBit
        }
        let passesSysEx = only.kinds & MessageKind.sysEx.bit != 0
        if !passesSysEx {
            model.routing.hearsInquiries = false
            let frames = MessageKind.timeCode.bit
            if only.kinds & frames != 0 && filters & (frames | MessageKind.sysEx.bit) == 0 {
                model.routing.filtered |= Routing.fullFrameBit
            }
        }
    }

    /// The kinds that a remap may still take where a filter drops them.
    private static var controllerKinds: UInt32 {
        MessageKind.controlChange.bit | MessageKind.programChange.bit | MessageKind.channelPressure.bit
            | MessageKind.pitchBend.bit
    }

    /// Whether `only` lets the input of a remap come in; warns if not.
    func admits(_ controller: Controller, _ entry: YAMLNode.Entry, _ only: OnlyModel?) -> Bool {
        if only?.admits(controller) ?? true { return true }
        log.warning(
            entry.value.place, "\(entry.value.described) never comes here, because `only` of the routing keeps it out")
        return false
    }
}
