import Engine
import CPlatform
import Configuration
import Host
import Panel
import Routing

extension Engine {
    /// Creates the engine of a configuration, with its footswitches, knobs, tilt and pedals; nil if there is not enough
    /// memory.
    package init?(
        _ configuration: CompiledConfiguration, context: UnsafeMutableRawPointer?, transmit: Transmit,
        transmitUMP: TransmitUMP = { _, _, _, _ in 0 }
    ) {
        let box = configuration.box
        var switches = Footswitches()
        for footswitch in box.footswitches {
            _ = switches.addSwitch(
                debounce: footswitch.debounce, long: footswitch.long, double: footswitch.double)
        }
        for chord in box.chords { _ = switches.addChord(chord.first, chord.second) }
        if let menu = box.menu { switches.setMenu(step: menu.step, choose: menu.choose) }
        let motion = box.motion ?? MotionConfiguration()
        // F4: the minimum cutoff is 10^(1 − 2s) Hz; s = 0 means no filter.
        let smoothing = Double(motion.smoothing) / 1000
        let cutoff = smoothing > 0 ? pow(10, 1 - 2 * smoothing) : nil
        var pedals = Pedals(present: box.pedals.reduce(0) { $0 | $1.bit })
        for pedal in box.pedals { pedals[pedal.number - 1] = pedal.setup }
        var knobs = Knobs(present: box.knobs.reduce(0) { $0 | $1.bit })
        for knob in box.knobs { knobs[knob.number - 1] = knob.setup }
        guard let memory = treadle_map_present(Engine.byteCount) else { return nil }
        self.init(
            in: memory, plan: configuration.plan, switches: switches,
            tilt: Tilt(
                rate: motion.rate, minimumCutoff: cutoff, mounting: motion.mounting, ranges: motion.ranges),
            pedals: pedals, knobs: knobs, transmit: transmit, transmitUMP: transmitUMP, context: context)
        menu.version = DisplayText(Treadle.version.unicodeScalars)
        if let knob = box.menu?.knob { menu.knob = Int8(knob - 1) }
        notices.middleC = box.middleC
        notices.noteNames = box.noteNames
        notices.backlight = Backlight(delay: box.display?.backlight ?? 0)
        notices.showsNext = box.display?.rows == 4
    }
}
