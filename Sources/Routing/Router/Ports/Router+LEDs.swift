import MIDI
import Plan

extension Router {
    /// Sets an LED by hand until the next load (F3).
    mutating func setLED(_ index: Int, _ state: LEDs.State) {
        byHand.handSetLEDs.set(index, state)
        updateLEDs()
    }

    /// Updates the displayed LEDs. They depend only on contacts, variables, loads, the beat and LEDs set by hand;
    /// a latch is turned by a contact too.
    mutating func updateLEDs() {
        var lit: UInt16 = 0
        for index in 0..<Limits.footswitches where isLit(index) { lit |= 1 &<< UInt16(index) }
        status.leds = byHand.handSetLEDs.shown(over: lit, isOnBeat: status.isOnBeat)
    }

    /// D2: begins or ends to show what the switches do: from a load while a footswitch is held until all are released.
    mutating func showSwitches(isLoad: Bool) {
        if !isLoad && !status.showsSwitches { return }
        status.showsSwitches = false
        if preset.switchLabelCount == 0 { return }
        for index in 0..<Limits.footswitches where isPressed(index) { status.showsSwitches = true }
    }

    mutating func isPressed(_ index: Int) -> Bool {
        inputs.value(Source.footswitches, 0, ControlInput.contact + ControlInput.gestures * index) > 0
    }

    @inline(__always)
    private mutating func isLit(_ index: Int) -> Bool {
        switch preset.leds[index] {
        case .contact: isPressed(index)
        case .variable: isLitByVariable(index)
        case .remap(let state): stages.remaps[state] > 0
        case .condition(let node): stages.conditions.isOn(Int(node))
        case .assignment(let number): stages.assignments[Int(number)] > 0
        }
    }

    /// V4: whether the variable of an LED has a value at which the LED is on.
    @inline(never)
    private mutating func isLitByVariable(_ index: Int) -> Bool {
        guard let lit = plan.lit.map({ $0[index] }) else { return false }
        return lit.contains(inputs.value(Source.variables, 0, ControlInput.variable + Int(lit.variable)))
    }
}
