import Configuration
import Panel

extension BoxConfiguration {
    /// Whether ports, network, Bluetooth, MIDI-CI, footswitches, sensor and display are equal. The loop can then take
    /// the other configuration while it runs: only presets, assignments, the clock and the ranges of tilt and pedals
    /// may differ.
    func hasSameHardware(as other: BoxConfiguration) -> Bool {
        ports == other.ports && midiCI == other.midiCI && hasSameNetwork(as: other)
            && bluetooth == other.bluetooth && hasSameUSBDevice(as: other)
            && footswitches == other.footswitches && chords == other.chords && display == other.display
            && leds == other.leds
            && menu == other.menu && motion?.withoutRanges == other.motion?.withoutRanges
            && expanders == other.expanders && knobs == other.knobs
            && pedals.map { $0.withoutRange } == other.pedals.map { $0.withoutRange }
    }

    /// The name of the box matters only if a computer can see it.
    private func hasSameUSBDevice(as other: BoxConfiguration) -> Bool {
        usbDevice == other.usbDevice && (!isUSBDevice || usbDeviceName == other.usbDeviceName)
    }

    /// The name of the box matters only to peers. The page takes its settings at a reload (W1).
    private func hasSameNetwork(as other: BoxConfiguration) -> Bool {
        network.withoutPage == other.network.withoutPage && (!network.isOn || sessionName == other.sessionName)
    }
}

extension NetworkConfiguration {
    fileprivate var withoutPage: NetworkConfiguration {
        var network = self
        network.http = nil
        return network
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
