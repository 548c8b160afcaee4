import MIDI
import Plan

// Relative controllers (R26): `cc 20 relative`, `relative 64`, `relative sign`, `relative step`.
extension Reader {
    /// Parses what stands behind `cc N`: `relative`, and how the controller writes its steps.
    func relative(_ number: UInt8, _ words: [Word]) -> ControllerReading {
        let forms: [(Text, ValueMode.Steps)] = [("64", .offset), ("sign", .sign), ("step", .single)]
        if words.count == 2 { return .good(.relative(number, .complement)) }
        if words.count == 3, let form = forms.first(where: { $0.0 == words[2].text }) {
            return .good(.relative(number, form.1))
        }
        return .bad("cc N relative, or 64, sign or step behind it")
    }

    /// Reads `mode` and its settings for a relative controller, which counts in mode increment only.
    ///
    /// - Parameter entry: the entry of the controller.
    func readRelativeMode(
        _ fields: inout Fields, _ steps: ValueMode.Steps, of entry: YAMLNode.Entry, warns: Bool
    ) -> ModeModel {
        var model = ModeModel()
        let modeEntry = fields.take("mode")
        let kinds: [(Text, ValueMode.Kind)] = [("direct", .direct), ("increment", .relative), ("latch", .latch)]
        let kind = modeEntry == nil ? .direct : choice(modeEntry, from: kinds)
        model.mode.kind = kind ?? .relative
        if kind == .direct || kind == .latch {
            let must = "increment, because \(entry.value.described) sends steps and no value"
            if let modeEntry {
                wrong(modeEntry, must)
            } else {
                log.error(entry.value.place, "`mode` is missing; it must be \(must)")
            }
        }
        let idle = [fields.take("trigger"), fields.take("edge"), fields.take("rearm")]
        let settings = [fields.take("by"), fields.take("start"), fields.take("end"), fields.take("wrap")]
        readSteps(settings, 127, nil, &model)
        (model.startEntry, model.endEntry) = (settings[1], settings[2])
        model.mode.steps = steps
        if let back = fields.take("decrement") {
            log.error(back.place, "`decrement` does not go with \(entry.value.described), which steps both ways itself")
        }
        if warns {
            for case let entry? in idle {
                log.warning(entry.place, "`\(entry.key)` does nothing here; a relative controller has no trigger")
            }
        }
        return model
    }
}
