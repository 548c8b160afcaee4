import Settings
import CPlatform
import Configuration
import Devices
import Host
import Loop
import Plan

/// The ports of the box (E2): finds devices, opens and closes them, and hands them to the loop.
final class Ports {
    struct Attachment {
        var input: PortAddress?
        var output: PortAddress?
        /// The UMP device with its endpoint; nil for other devices.
        var umps: UMPAttachment?
        /// Where the device is, as `treadle ports` tells it; empty if it has no place.
        var place = ""
        /// The name of the device; nil if it has none.
        var name: String?
        /// Whether the loop was told to detach the port.
        var isLeaving = false
    }

    /// The ports in the order of the box file. The index of a port is its place in this order.
    let configured: [PortConfiguration]
    /// The box, whose identity and groups its UMP endpoints report.
    let box: BoxConfiguration
    /// How many groups the device of each alias has, once the device was seen (U6).
    var knownGroups: [String: Int] = [:]
    /// The devices of each port; nil if the port is missing.
    var attached: [Attachment?]
    /// How often each port was opened: MIDI-CI treats a device that was plugged in again as a new one (U10).
    var openings: [Int]
    /// The addresses at which other programs find simulated ports, and the peers of network ports.
    var places: [String]
    /// The outputs of a simulated box that programs of this machine can open.
    var simulatedOutputs: [SimulatedListeners.Output] = []
    /// Whether programs listen there; unknown for a box whose peers of the network may hear it instead.
    var listeners: SimulatedListeners {
        if configured.contains(where: { $0.isNetwork && $0.sends }) { return SimulatedListeners() }
        return SimulatedListeners(simulatedOutputs, sequencer)
    }
    /// The last report about each port, so that no report is printed twice in a row.
    private(set) var said: [String]
    let link: LoopLink
    let sequencer: Sequencer?
    /// Finds the devices; nil if all ports are simulated.
    var finder: PortFinder?
    /// The pseudo-terminal that each port had last; nil if the path led to none.
    var terminals: [TerminalIdentity?]
    /// Whether a computer uses the USB device (I9). The device's sound card exists even without a computer.
    var hasComputer = false
    /// Whether the box has the radio, so that peers of Bluetooth connect to its ports.
    var hasBluetooth = false
    /// Why no computer uses the USB device.
    var whyNoComputer = "the USB device is being set up"
    /// A port was lost since the last scan.
    private var hasLost = false
    /// True while the box starts: ports that are found then are not announced.
    private(set) var isStarting = true
    /// Why the sequencer could not be opened.
    let sequencerRefusal: DeviceError?

    init(
        _ box: BoxConfiguration, _ link: LoopLink, sequencer: (Sequencer?, refusal: DeviceError?),
        isSimulated: Bool
    ) {
        self.box = box
        configured = box.ports
        let ports = box.ports
        self.link = link
        (self.sequencer, sequencerRefusal) = sequencer
        finder = isSimulated ? nil : PortFinder()
        attached = Array(repeating: nil, count: ports.count)
        openings = Array(repeating: 0, count: ports.count)
        terminals = Array(repeating: nil, count: ports.count)
        said = Array(repeating: "", count: ports.count)
        places = Array(repeating: "", count: ports.count)
    }

    /// Connects the ports that are present when the box starts.
    func start() {
        connect()
        isStarting = false
    }

    /// Connects each alias to its device: opens devices that are new and detaches devices that have changed.
    func connect() {
        hasLost = false
        guard let given = finder?.look(for: configured) else { return connectSimulated() }
        for (index, port) in configured.enumerated() where port.sharedWith == nil {
            let mayBeThere = !port.isUSBDevice || hasComputer
            let input = given.first { $0.alias == port.alias && $0.direction == .input && mayBeThere }
            let output = given.first { $0.alias == port.alias && $0.direction == .output && mayBeThere }
            if let attachment = attached[index] {
                let isSame = attachment.input == input?.address && attachment.output == output?.address
                if !isSame && !attachment.isLeaving {
                    attached[index]?.isLeaving = true
                    link.tell(.detach(PortIndex(index)))
                }
            } else if input != nil || output != nil {
                open(index, port, input: input, output: output)
            } else if !port.isNetwork && !(hasBluetooth && port.isBluetooth) {
                say(index, "\(port.alias): missing; \(whenMissing(port))")
            }
        }
        for index in configured.indices { sayGroup(index) }
    }

    /// Reports the state of a port that is one group of another port's device (U6).
    private func sayGroup(_ index: Int) {
        let port = configured[index]
        guard let owner = port.sharedWith, let group = port.group else { return }
        guard let attachment = attached[owner] else {
            // Without a computer, each port of the USB device is reported as missing.
            if port.isUSBDevice { say(index, "\(port.alias): missing; \(whyNoComputer)") }
            return
        }
        let device = configured[owner].alias
        let isThere = attachment.umps != nil
        let report = isThere ? "group \(group + 1) of \(device)" : "missing; \(device) has no groups"
        say(index, "\(port.alias): \(report)")
    }

    /// Connects again after devices were plugged or unplugged, and regularly while a port is missing.
    ///
    /// - Parameter hasNews: the sequencer has reported a change.
    func serve(hasNews: Bool, at now: UInt64) {
        let isMissing = attached.indices.contains {
            attached[$0] == nil && !configured[$0].isNetwork && !configured[$0].isBluetooth
                && configured[$0].sharedWith == nil
                && (hasComputer || !configured[$0].isUSBDevice)
        }
        let isDue = finder?.isDue(hasNews: hasNews, isMissing: isMissing, at: now) ?? false
        if isDue || hasLost { connect() }
    }

    /// Closes a port that the loop no longer uses. The next scan may open it again.
    func forget(_ port: AttachedPort) {
        close(port)
        attached[port.port.position] = nil
        hasLost = true
        say(port.port.position, "\(configured[port.port.position].alias): gone")
    }

    private func whenMissing(_ port: PortConfiguration) -> String {
        port.isUSBDevice ? whyNoComputer : port.place.whenMissing
    }

    /// Whether the output of a port is connected.
    func isSending(_ port: Int) -> Bool { attached[configured[port].sharedWith ?? port]?.output != nil }

    /// Prints a report about a port, unless it equals the last report.
    func say(_ index: Int, _ text: String) {
        if said[index] == text { return }
        said[index] = text
        Console.out("  \(text)\n")
    }

    func directions(_ port: AttachedPort) -> String {
        switch (port.input, port.output) {
        case (.none, .none): "nothing"
        case (.none, _): "out"
        case (_, .none): "in"
        default: "in and out"
        }
    }
}

extension PortPlace {
    /// The reason why a port is missing.
    fileprivate var whenMissing: String {
        switch self {
        case .match(let glob, let number?):
            "no device here is called \"\(glob)\" and has a port \(number); 'treadle ports' shows what is here"
        case .match(let glob, nil): "no device here is called \"\(glob)\"; 'treadle ports' shows what is here"
        case .usb(let socket, _): "no instrument is in the USB socket \(socket)"
        case .serialNumber(let number, _): "no device here has the serial number \"\(number)\""
        case .bluetooth: "this machine's own Bluetooth has the radio; `match:` finds its instruments"
        case .uart, .virtual, .network, .usbDevice, .nowhere: "the port does not exist"
        }
    }
}
