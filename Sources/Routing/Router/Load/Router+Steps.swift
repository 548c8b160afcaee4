import Plan

// Steps through presets by number (P2) or in the order of a set list (P8).
extension Router {
    /// Steps by +1 or -1 through the chosen set list (P8), or else through the numbered presets (P2).
    mutating func step(_ direction: Int) {
        guard let next = preset(steps: direction) else { return }
        remember(load: true)
        if let step = setListStep(direction) { status.setList.place = step.place }
        load(next, at: now)
    }

    /// The preset one step (+1 or -1) from the running one; nil if there is no set list and no preset has a number.
    mutating func preset(steps direction: Int) -> PresetIndex? {
        planAddress.preset(steps: direction, from: status.preset, at: status.setList)
    }

    /// Loads the preset with a number 0...127. If no preset has the number, only shows that on the display.
    mutating func load(number: Int32) {
        for index in 0..<Int(plan.numberedCount) {
            let candidate = plan.numbered[index]
            if Int32(plan.presets[candidate].number) == number {
                remember(load: true)
                load(candidate, at: now)
                return
            }
        }
        status.missingNumber = number
        status.missingAt = now
    }
}
