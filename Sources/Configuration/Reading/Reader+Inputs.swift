import Plan

extension Reader {
    /// Returns the input slot of a controller; allocates one for an input of several messages.
    func slot(_ controller: Controller, _ entry: YAMLNode.Entry) -> Int? {
        if let slot = controller.slot { return slot }
        if let derived = controller.derived {
            let slot = slot(derived, entry)
            if let pattern = controller.inputPattern { patterns[slot] = pattern }
            return slot
        }
        return nil
    }

    /// Returns the slot of an input of several messages; equal inputs share one slot.
    func slot(_ input: DerivedInput, _ entry: YAMLNode.Entry) -> Int {
        if let slot = derivedSlots[input] { return slot }
        let slot = ControlInput.derived + derivedInputs.count
        derivedInputs.append(input)
        derivedSlots[input] = slot
        if derivedInputs.count == Limits.derivedInputs + 1 {
            overLimit(entry.value.place, "derivedInputs", Limits.derivedInputs, derivedInputs.count)
        }
        return slot
    }
}
