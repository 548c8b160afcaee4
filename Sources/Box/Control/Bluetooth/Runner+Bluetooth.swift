import CPlatform
import Configuration
import Engine
import Host
import Loop

// Bluetooth in a running box (B15, B17). It belongs to the box on an appliance only; elsewhere the machine's own
// Bluetooth has the radio, and its instruments are ports of the sequencer.
extension Runner {
    /// Whether the configuration has Bluetooth and the box has the radio.
    var hasBluetooth: Bool {
        configuration.box.bluetooth != nil && !isSimulated && (addresses.isAppliance || ownsRadio)
    }

    /// Prepares Bluetooth, if the configuration has it. Called after the ports are open.
    func openBluetooth(at now: UInt64) {
        guard let settings = configuration.box.bluetooth, hasBluetooth else { return }
        bluetooth = BluetoothControl(
            configuration.box, settings, folder: StateFolder.besides(running.path),
            loop: LinkLoop(link, configuration.box), at: now)
    }

    /// Serves the process of Bluetooth. Loads the drivers before it starts the first time.
    func serveBluetooth(at now: UInt64) {
        guard let bluetooth else { return }
        if !hasRadioDrivers {
            hasRadioDrivers = true
            let error = RadioModules.load("bluetooth")
            // A machine without a list, or one that is no appliance (-EPERM), may have the drivers in its kernel. The
            // process tells whether there is a radio.
            if error < 0 && error != -ENOENT && error != -EPERM {
                Console.error("treadle: bluetooth: drivers: \(String(cString: treadle_error_message(error)))\n")
            }
        }
        bluetooth.serve(at: now)
        sayBluetoothPorts()
    }

    /// Takes the loop's reports about links, and the player's answer to a question (B4).
    func acceptLinkReports(at now: UInt64) {
        for slot in news.links.indices {
            guard let report = news.links[slot].take(), let bluetooth else { continue }
            let closed = report.isLinked ? -1 : report.socket
            bluetooth.handle(
                slot, closed: closed, report.reason.words, isHungUp: report.reason == .hungUp, LinkCounts(report),
                at: now)
            sayBluetoothPorts()
        }
        if let answer = news.pairing.take() { bluetooth?.accept(answer: answer.isYes, to: answer.asked) }
    }

    /// Reports which peers are connected to the Bluetooth ports, where that has changed.
    private func sayBluetoothPorts() {
        guard let bluetooth else { return }
        for (index, port) in configuration.box.ports.enumerated() where port.isBluetooth {
            let report = bluetooth.report(index)
            ports.say(index, "\(port.alias): \(report)")
            ports.places[index] = report
            clients.name(bluetooth.onlyName(index), at: port.alias)
        }
    }

    /// Answers a request of a program (B16).
    func answer(_ request: BluetoothRequest, to client: ControlClient) -> String {
        guard let bluetooth else { return "error \(noBluetooth)" }
        let now = treadle_now()
        switch request {
        case .list: for line in bluetooth.lines(at: now) + bluetooth.bondLines { client.reply("| \(line)") }
        case .pair: bluetooth.allowPairing(at: now)
        case .visible: bluetooth.beVisible()
        case .forget(let name):
            do throws(BluetoothRefusal) {
                bluetooth.forget(try bluetooth.bonds(named: name), at: now)
            } catch {
                return "error \(error.message)"
            }
        }
        return "ok"
    }

    private var noBluetooth: String {
        configuration.box.bluetooth == nil
            ? "the box has no Bluetooth: its file has no `bluetooth`"
            : "this machine's own Bluetooth has the radio"
    }

    /// Does a task of the menu page `Bluetooth` (B16).
    func serve(_ task: BluetoothTask, _ answer: (CardAnswer) -> Void) {
        guard let bluetooth else { return answer(.result("no Bluetooth")) }
        let now = treadle_now()
        if case .missing = bluetooth.radio, task == .pair || task == .visible { return answer(.result("no radio")) }
        switch task {
        case .pair:
            bluetooth.allowPairing(at: now)
            answer(.result("pair within 2 min"))
        case .visible:
            bluetooth.beVisible()
            answer(.result("visible"))
        case .bonds: answer(bluetooth.bonds.bonds.isEmpty ? .result("nothing paired") : .bonds(bluetooth.bonds.bonds))
        case .forget(let bonds):
            bluetooth.forget(bonds, at: now)
            answer(.result("forgotten"))
        }
    }
}

extension BluetoothControl {
    /// The name of the only peer of a port; nil: no peer, or several.
    func onlyName(_ port: Int) -> String? {
        let connected = peers.connected(port)
        return connected.count == 1 ? connected[0].name.visible : nil
    }
}

extension LinkReport.Reason {
    /// Why the loop has ended a link.
    fileprivate var words: String {
        switch self {
        case .none, .unlinked: "the box has ended it"
        case .hungUp: "the peer has gone"
        case .stalled: "the peer took nothing for 5 s"
        case .flooded: "the peer asked too much"
        }
    }
}
