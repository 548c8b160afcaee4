/// What the owner of `RadioDirector` must do, in order.
enum RadioAction: Equatable {
    /// Send a command to the controller of this number.
    case command(ManagementCommand, controller: UInt16)
    /// Send a packet to the controller.
    case packet([UInt8])
    /// Open the raw socket of the controller, and listen for links.
    case openRadio(controller: UInt16)
    /// Close the raw socket, the listening socket and all links.
    case closeRadio
    /// Connect to a peer; `linked` or `failed` tells how it went.
    case connect(link: Int, RadioAddress)
    /// Encrypt a link, or pair.
    case secure(link: Int)
    /// Send a PDU.
    case send(link: Int, [UInt8])
    case close(link: Int)
    /// Send the line with the link's socket to the box, and close it here.
    case handOver(link: Int, LinkedLine)
    case tell(RadioReport)
    /// End the process.
    case exit
}

/// The state of all that Bluetooth does beside playing: the controller, search, advertising, links, pairing and bonds
/// (B2 to B8, B13, B14, B17).
///
/// Makes no system calls: events and times in nanoseconds go in, actions come out.
struct RadioDirector {
    /// What the controller is doing.
    enum Stage: Equatable {
        /// The settings are not complete.
        case waiting
        /// A controller is looked for, next at a time.
        case looking(at: UInt64)
        case starting
        case on(since: UInt64)
        /// Peers are being disconnected, at most until a time.
        case ending(until: UInt64)
        case poweringOff(until: UInt64)
        case over
    }

    enum Search: Equatable {
        case idle, starting, running, stopping
    }

    enum Advertising: Equatable {
        case off, fast, slow
    }

    // Settings of the box.
    var name = "Treadle"
    var isVisible = false
    var pairing = RadioPairing.closed
    var needsEncryption = true
    var panel = RadioPanel.none
    var ports: [PortStatus] = []
    var bonds = BondStore()

    // The controller.
    var stage = Stage.waiting
    var controller = ManagementCommand.noController
    var ownAddress = RadioAddress(bits: 0, isRandom: false)
    /// Commands that wait, and the one whose answer is waited for until a time.
    var commands: [ManagementCommand] = []
    var awaited: (command: ManagementCommand, until: UInt64)?
    /// Whether the controller was reset because it had stopped answering, and not since been good for a while.
    var wasReset = false
    /// Whether the box was told that the radio is missing.
    var isToldMissing = false
    /// When to ask the controller for a sign of life, and when the last such question must be answered; nil: it is.
    var probesAt = UInt64.max
    var probeDeadline: UInt64?

    // What the controller was told last; nil: nothing.
    var bondable: Bool?
    var advertising: Advertising?
    var toldAdvertising = false
    var fastUntil: UInt64 = 0
    /// Until when the player has made the box visible, whatever the setting is.
    var shownUntil: UInt64 = 0

    // The search.
    var search = Search.idle
    var searchesAt: UInt64 = 0
    var target: (address: RadioAddress, port: Int, name: String)?
    var names = PeerNames()
    var pauses = Pauses()

    // Links and pairing.
    var links: [RadioLink] = []
    var nextLink = 0
    var controllerLinks: [ControllerLink] = []
    /// Links of whose end the controller has told, and management not yet.
    var endedLinks: [ControllerLink] = []
    var questions: [PairingQuestion] = []
    var refusals = Refusals()

    private var actions: [RadioAction] = []

    init() {}

    /// Returns and forgets the actions since the last call.
    mutating func takeActions() -> [RadioAction] {
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: RadioAction) { actions.append(action) }

    mutating func tell(_ report: RadioReport) { actions.append(.tell(report)) }

    var isOn: Bool { if case .on = stage { true } else { false } }

    // MARK: - Time

    /// When to call `advance`, in nanoseconds; `UInt64.max` for never.
    var deadline: UInt64 {
        var next = min(awaited?.until ?? UInt64.max, probeDeadline ?? UInt64.max)
        switch stage {
        case .looking(let at): next = min(next, at)
        case .ending(let until), .poweringOff(let until): next = min(next, until)
        case .on:
            next = min(next, probesAt)
            if advertising == .fast { next = min(next, fastUntil) }
            if search == .idle && wantsSearch { next = min(next, searchesAt) }
            for link in controllerLinks { next = min(next, link.asksAt ?? UInt64.max) }
            for port in ports { next = min(next, port.problem?.until ?? UInt64.max) }
        case .waiting, .starting, .over: break
        }
        for link in links { next = min(next, link.deadline, link.nameDeadline ?? UInt64.max) }
        for question in questions { next = min(next, question.deadline) }
        return next
    }

    /// Does all that is due.
    mutating func advance(to now: UInt64) {
        watchController(at: now)
        watchLinks(at: now)
        for question in questions where question.deadline <= now { expire(question, at: now) }
        askForIntervals(at: now)
        for index in ports.indices where ports[index].problem?.until ?? UInt64.max <= now { ports[index].problem = nil }
        settle(at: now)
    }

    /// Makes the controller do what the state wants, after each event.
    mutating func settle(at now: UInt64) {
        if isOn {
            settleAdvertising(at: now)
            settleSearch(at: now)
            settleBondable()
        }
        tellPorts(at: now)
        sendCommands(at: now)
    }
}

/// A port with what the box was told about it.
struct PortStatus {
    let port: RadioPort
    /// Why its last peer does not play, until a time.
    var problem: (state: RadioPortState, address: RadioAddress, name: String, until: UInt64)?
    var told: RadioReport?
}
