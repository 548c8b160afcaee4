import MIDI
import Plan

// `settle` of remaps, conditions and assignments (R27).
extension Reader {
    /// Reads `settle`, in microseconds; nil if there is none.
    ///
    /// - Parameters:
    ///   - controllers: the inputs to which it belongs.
    ///   - isFiltered: whether a remap has `filter: true`.
    func readSettle(_ entry: YAMLNode.Entry?, of controllers: [Controller?], isFiltered: Bool = false) -> UInt32? {
        guard let entry else { return nil }
        let time = duration(entry, 1_000_000...1_000_000_000, "1 ms to 1 s")
        for case let controller? in controllers {
            guard let hint = controller.hintToSettle else { continue }
            log.error(entry.place, "`settle` goes with a Control Change that has a position, such as cc sustain" + hint)
            return nil
        }
        if isFiltered {
            log.warning(entry.place, "`settle` does nothing here; `filter: true` sends nothing anyway")
            return nil
        }
        return time.map { UInt32($0 / 1000) }
    }

    /// Returns the input slot of a controller, which is another one for each time of `settle`.
    func slot(_ controller: Controller, _ entry: YAMLNode.Entry, settle: UInt32?) -> Int? {
        guard let settle, case .controlChange(let number) = controller else { return slot(controller, entry) }
        return slot(DerivedInput(settled: number, microseconds: settle), entry)
    }

    /// Returns the slot of an input without its `settle`.
    func plainSlot(_ slot: Int) -> Int {
        if slot < ControlInput.derived { return slot }
        let input = derivedInputs[slot - ControlInput.derived]
        return input.kind == .settled ? Int(input.msb) : slot
    }
}

extension Controller {
    /// What to say behind an error at `settle`; nil if the controller can have it.
    fileprivate var hintToSettle: String? {
        switch self {
        case .controlChange(let number):
            Parameter.selects(number) || number >= ControllerNumber.allSoundOff ? "" : nil
        case .contact: "; a footswitch of the box has `debounce`"
        case .relative: "; steps do not move back"
        default: ""
        }
    }
}
