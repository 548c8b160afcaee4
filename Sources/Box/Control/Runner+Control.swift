import CPlatform
import Configuration
import Devices
import Host
import Loop
import Network
import Upkeep

extension Runner {
    /// Runs the control thread until the box has to stop, and returns the exit status.
    func control() -> ExitStatus {
        let simulator = clients.simulator
        defer { simulator?.end() }
        simulator?.begin(places: ports.places, ports.listeners)
        watchIfWanted()
        while true {
            let ready = wakes.wait(waitingTime)
            serveClients(ready)
            if ready.contains(.signals) && serveSignals() { break }
            if ready.contains(.loop) { link.clear() }
            link.tellPending()
            acceptReports()
            clients.show(running)
            if let simulator {
                if simulator.serve(ready, running.current) { break }
                if simulator.takeReload() { running.reload() }
                if simulator.suspendIfDue() { link.forgetRequest() }
            }
            let now = treadle_now()
            serveUSBDevice(at: now)
            servePorts(ready, at: now)
            serveNetwork(hasNews: ready.contains(.network), at: now)
            serveBluetooth(at: now)
            serveInquiries(at: now)
            servePage(at: now)
            serveFiles(ready, at: now)
            serveStick()
            addresses.serve(hasNews: ready.contains(.addresses), at: now)
            serveWiFi(at: now)
            keepLast(at: now)
            keepLight(at: now)
            keepVariables(at: now)
            threads.watchSensors(link, at: now)
            recorder.keepMoment(of: configuration)
            serveState(at: now)
            serveTiming(at: now)
            if serveUpdate(at: now) { break }
            export.serve()
            archives.serve()
            watchdog?.feed(link.counters.answers)
            manager?.feed(link.counters.answers, at: now)
            if link.isStuck(at: now) {
                Console.error("treadle: the loop has not answered for a second\n")
                last.end()
                return .unusable
            }
        }
        simulator?.end()
        return stop()
    }

    private var wakes: PollSet<ControlWake> {
        var set = PollSet<ControlWake>()
        set.add(.signals, signals)
        set.add(.loop, link.descriptor)
        if let descriptors = ports.finder?.descriptors {
            set.add(.hotplug, descriptors.hotplug)
            set.add(.sequencer, descriptors.watch)
        }
        set.add(.addresses, addresses.descriptor)
        set.add(.wifi, wifi?.descriptor ?? -1)
        set.add(.update, update.descriptor)
        set.add(.export, export.descriptor)
        set.add(.archives, archives.descriptor)
        set.add(.stick, stick.descriptor)
        set.add(.usbDevice, usbDevice?.descriptor ?? -1)
        if let watch { set.add(.files, watch.descriptor) }
        if let network { set.add(.network, network.descriptor) }
        set.add(.bluetooth, bluetooth?.descriptor ?? -1)
        set.add(.page, pageDiscovery?.descriptor ?? -1)
        clients.simulator?.add(to: &set)
        clients.server?.add(to: &set)
        return set
    }

    /// Milliseconds to wait: until devices or files have settled or a value being learnt is accepted, at most until the
    /// next sign of life is due. Missing ports are therefore searched twice a second; E2 requires once.
    private var waitingTime: Int32 {
        let now = treadle_now()
        var wait = min(LoopLink.beatTime, link.retryTime, clients.waitingTime)
        let due = min(
            ports.finder?.deadline ?? UInt64.max, running.learning.deadline, watch?.deadline ?? UInt64.max,
            min(network?.deadline ?? networkRetryAt, inquiries?.deadline ?? UInt64.max, stateDeadline),
            min(web.deadline, pageDiscovery?.deadline ?? UInt64.max, bluetooth?.deadline ?? UInt64.max))
        if due < now + UInt64(wait) * 1_000_000 { wait = Int32(due > now ? (due - now) / 1_000_000 + 1 : 0) }
        return wait
    }

    private func servePorts(_ ready: [ControlWake], at now: UInt64) {
        if ready.contains(.hotplug) { ports.finder?.readHotplug(at: now) }
        let hasNews = ready.contains(.sequencer)
        if hasNews {
            _ = ports.finder?.watch?.drain()
            ports.lookAtEndpoints()
        }
        ports.serve(hasNews: hasNews, at: now)
        running.know(groups: ports.knownGroups)
    }

    /// Reloads files that have changed.
    private func serveFiles(_ ready: [ControlWake], at now: UInt64) {
        if ready.contains(.files) { watch?.read(at: now) }
        if watch?.take(at: now) != true { return }
        running.reloadIfChanged()
        watch?.watch(running.folders)
    }

    /// Serves signals: HUP reloads the configuration, USR1 prints the counters. Returns true for a signal that stops
    /// the box.
    private func serveSignals() -> Bool {
        while true {
            switch treadle_signal_next(signals) {
            case 0: return false
            case SIGHUP: running.reload()
            case let number where clients.simulator?.handles(number) ?? false: link.forgetRequest()
            case SIGUSR1: link.afterwards { Console.out(self.link.counters.text(self.times)) }
            default: return true
            }
        }
    }

    /// Ends the threads and the loop, which first ends all notes. Closes the ports, and prints how long the box ran and
    /// how much it routed (E5).
    ///
    /// - Returns: `.unusable` if the loop is stuck; the process then ends without joining the loop's thread (E3).
    func stop() -> ExitStatus {
        manager?.isEnding()
        inquiries?.end(at: treadle_now())
        link.tell(.stop)
        pageDiscovery?.stop()
        web.end()
        clients.server?.end()
        threads.stop()
        guard link.ends() else {
            Console.error("treadle: the loop has not ended\n")
            last.end()
            return .unusable
        }
        link.close()
        // Only now, because the loop may have sent its last notes to this device.
        usbDevice?.end()
        acceptReports()
        bluetooth?.end(at: treadle_now())
        network?.end()
        // The last notes and BY are sent from this address.
        addresses.end()
        wifi?.end()
        keepLast(at: treadle_now())
        keepVariables(at: treadle_now())
        last.end()
        if isVerbose { Console.out(link.counters.text(times)) }
        Console.out("treadle: ended after \(endText)\n")
        return .done
    }
}
