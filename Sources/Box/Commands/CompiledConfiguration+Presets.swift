import Program
import Configuration
import Panel

extension CompiledConfiguration {
    /// Finds a preset by its number, or else by its name.
    func preset(called name: String) -> PresetIndex? {
        if let number = Int(name) {
            let presets = program.pointee.presets
            for preset in presets.indices where presets[preset].number == number { return preset }
        }
        return preset(named: name)
    }
}

extension BoxConfiguration {
    /// Whether ports, network, MIDI-CI, footswitches, sensor and display are equal. The loop can then change to the
    /// other configuration while it runs: only presets, assignments, the clock and the ranges of tilt and pedals may
    /// differ.
    func hasSameHardware(as other: BoxConfiguration) -> Bool {
        ports == other.ports && midiCI == other.midiCI && hasSameNetwork(as: other)
            && hasSameUSBDevice(as: other)
            && footswitches == other.footswitches && chords == other.chords && display == other.display
            && leds == other.leds
            && menu == other.menu && motion?.withoutRanges == other.motion?.withoutRanges
            && expanders == other.expanders && knobs == other.knobs
            && pedals.map { $0.withoutRange } == other.pedals.map { $0.withoutRange }
    }

    /// Whether the USB devices are equal. The name of the box matters only if a computer can see it.
    private func hasSameUSBDevice(as other: BoxConfiguration) -> Bool {
        usbDevice == other.usbDevice && (!isUSBDevice || usbDeviceName == other.usbDeviceName)
    }

    /// Whether the networks are equal. The name of the box matters only to peers.
    private func hasSameNetwork(as other: BoxConfiguration) -> Bool {
        network == other.network && (!network.isOn || sessionName == other.sessionName)
    }
}

extension MotionConfiguration {
    fileprivate var withoutRanges: MotionConfiguration {
        var motion = self
        motion.ranges = TiltRanges()
        return motion
    }
}

extension PedalConfiguration {
    fileprivate var withoutRange: PedalConfiguration {
        var pedal = self
        pedal.setup.range = PedalRange()
        return pedal
    }
}
