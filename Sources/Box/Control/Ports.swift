import CPlatform
import Configuration
import Devices
import Loop

/// The ports of the box (E2): looks for them, opens what comes, closes what goes, and tells the loop.
final class Ports {
    struct Attachment {
        var input: PortAddress?
        var output: PortAddress?
        /// The loop was told to let go of it.
        var isLeaving = false
    }

    /// As the box file has them; the number of a port is its place here.
    let configured: [PortConfiguration]
    /// What each port has.
    var attached: [Attachment?]
    /// Where other programs find simulated ports.
    var places: [String]
    /// What was said of each port last, so that it is said once.
    private var said: [String]
    let link: LoopLink
    let sequencer: Sequencer?
    /// Finds the devices; nil: all ports are simulated.
    var finder: PortFinder?
    /// Which pseudo-terminal each port had last, where its path led to one.
    var terminals: [TerminalIdentity?]
    /// A port was lost since the last look.
    private var hasLost = false
    /// Ports that come while the box starts are not announced.
    private(set) var isStarting = true
    /// Why there is no sequencer.
    let sequencerRefusal: DeviceError?

    init(
        _ ports: [PortConfiguration], _ link: LoopLink, sequencer: (Sequencer?, refusal: DeviceError?),
        isSimulated: Bool
    ) {
        configured = ports
        self.link = link
        (self.sequencer, sequencerRefusal) = sequencer
        finder = isSimulated ? nil : PortFinder()
        attached = Array(repeating: nil, count: ports.count)
        terminals = Array(repeating: nil, count: ports.count)
        said = Array(repeating: "", count: ports.count)
        places = Array(repeating: "", count: ports.count)
    }

    /// Connects what is there when the box starts.
    func start() {
        connect()
        isStarting = false
    }

    /// Gives every alias the port it is to have now: opens what has come, lets go of what has changed.
    func connect() {
        hasLost = false
        guard let given = finder?.look(for: configured) else { return connectSimulated() }
        for (index, port) in configured.enumerated() {
            let input = given.first { $0.alias == port.alias && $0.direction == .input }
            let output = given.first { $0.alias == port.alias && $0.direction == .output }
            if let attachment = attached[index] {
                let isSame = attachment.input == input?.address && attachment.output == output?.address
                if !isSame && !attachment.isLeaving {
                    attached[index]?.isLeaving = true
                    link.tell(.detach(UInt8(index)))
                }
            } else if input != nil || output != nil {
                open(index, port, input: input, output: output)
            } else {
                say(index, "\(port.alias): missing; \(port.place.whenMissing)")
            }
        }
    }

    /// Connects again where devices have come or gone, or where it is time to look for what is missing.
    ///
    /// - Parameter hasNews: the sequencer has told of a change.
    func serve(hasNews: Bool, at now: UInt64) {
        let isMissing = attached.contains { $0 == nil }
        let isDue = finder?.isDue(hasNews: hasNews, isMissing: isMissing, at: now) ?? false
        if isDue || hasLost { connect() }
    }

    /// Closes a port that the loop no longer uses; it may be looked for again.
    func forget(_ port: AttachedPort) {
        close(port)
        attached[Int(port.port)] = nil
        hasLost = true
        say(Int(port.port), "\(configured[Int(port.port)].alias): gone")
    }

    /// Whether a port can be sent to now.
    func isSending(_ port: Int) -> Bool { attached[port]?.output != nil }

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
    /// What is not as the box file says.
    fileprivate var whenMissing: String {
        switch self {
        case .match(let glob): "no device here is called \"\(glob)\"; 'treadle ports' shows what is here"
        case .usb(let socket, _): "no instrument is in the USB socket \(socket)"
        case .serialNumber(let number, _): "no device here has the serial number \"\(number)\""
        case .uart, .virtual, .nowhere: "it is not there"
        }
    }
}
