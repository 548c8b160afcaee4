import CPlatform
import Configuration
import Devices
import Routing

extension Runner {
    /// Serves hotplug, signals and the loop's reports until the box is told to stop.
    func control() {
        while true {
            var ready: UInt32 = 0
            let descriptors = [signals, loop.pointee.controlWake, hotplug?.fd ?? -1, watch?.fd ?? -1]
            _ = treadle_poll_in(descriptors, Int32(descriptors.count), waitingTime, &ready)
            if ready & 1 != 0 && serveSignals() { break }
            if ready & 2 != 0 { treadle_event_clear(loop.pointee.controlWake) }
            takeReports()
            let now = treadle_now()
            if ready & 4 != 0 { hotplug?.read(at: now) }
            if ready & 8 != 0 { _ = watch?.drain() }
            _ = hotplug?.take(at: now)
            // Whatever woke us, a look at the ports costs little, and E2 wants one every second while any is missing.
            connectPorts()
        }
        stop()
    }

    /// Milliseconds to wait: until devices have settled, a second while something is missing (E2), else for ever.
    private var waitingTime: Int32 {
        let now = treadle_now()
        var wait: Int32 = attached.contains { $0 == nil } ? 1000 : -1
        if let settled = hotplug?.deadline {
            let milliseconds = Int32(settled > now ? (settled - now) / 1_000_000 + 1 : 0)
            wait = wait < 0 ? milliseconds : min(wait, milliseconds)
        }
        return wait
    }

    /// True when the box is to stop. HUP reads the configuration anew, USR1 prints what the loop counted.
    private func serveSignals() -> Bool {
        while true {
            switch treadle_signal_next(signals) {
            case 0: return false
            case SIGHUP: reload()
            case SIGUSR1:
                tell(.count)
                Console.out(counterText)
            default: return true
            }
        }
    }

    private func takeReports() {
        while let report = loop.pointee.reports.pop() {
            switch report {
            case .detached(let port): forget(port)
            case .retired(let program): retiring.removeAll { $0.program == program }
            case .loaded(let preset): keep(preset)
            case .counted: Console.out(counterText)
            }
        }
    }

    /// P6: what runs last is what the box begins with after a power cut, where the box file says so.
    private func keep(_ preset: Int32) {
        guard configuration.box.startPreset == .last else { return }
        lastPreset.write(configuration.presetNames[Int(preset)])
    }

    /// E1: a configuration that is refused changes nothing. One with other ports or pedals needs a new start.
    private func reload() {
        guard let new = CheckCommand.load(path) else {
            Console.error("treadle: the configuration stays as it was\n")
            return
        }
        guard new.box.hasSameHardware(as: configuration.box) else {
            Console.error("treadle: ports and pedals have changed: restart to use them\n")
            return
        }
        retiring.append(configuration)
        configuration = new
        tell(.adopt(new.program, preset: new.program.pointee.startPreset))
        Console.out("treadle: configuration read anew\n")
    }
}
