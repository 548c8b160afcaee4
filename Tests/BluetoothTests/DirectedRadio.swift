import Testing

@testable import Bluetooth

/// A director with a kernel that answers its commands, and a clock in milliseconds.
final class DirectedRadio {
    var director = RadioDirector()
    var now: UInt64 = 0
    /// What the box was told, as lines.
    var told: [String] = []
    /// What else was done, as words.
    var done: [String] = []
    /// Sockets that were handed over, with their lines.
    var handedOver: [LinkedLine] = []
    /// Commands that the kernel does not answer any more.
    var silent: Set<UInt16> = []
    var answersProbes = true
    var hasController = true
    var status: [UInt16: UInt8] = [:]
    var hasExited = false

    static let phone = RadioAddress("C0:00:00:00:00:01/random")!
    static let piano = RadioAddress("D4:3A:2C:01:02:03/public")!
    static let ownAddress = RadioAddress("B8:27:EB:00:00:07/public")!

    /// - Parameter orders: lines of the box before `start`.
    init(_ orders: String...) {
        for order in orders { tell(order) }
    }

    func tell(_ line: String) {
        guard let order = RadioOrder(Array(line.utf8)[...]) else {
            Issue.record("malformed: \(line)")
            return
        }
        director.handle(order, at: now)
        perform()
    }

    func event(_ event: ManagementEvent) {
        director.handle(event, from: 0, at: now)
        perform()
    }

    func controllerEvent(_ event: ControllerEvent) {
        director.handle(event, at: now)
        perform()
    }

    /// Lets time pass, and does what is due meanwhile.
    func pass(_ milliseconds: Int) {
        let end = now + UInt64(milliseconds) * 1_000_000
        var turns = 0
        while director.deadline <= end {
            now = max(now, director.deadline)
            director.advance(to: now)
            perform()
            turns += 1
            if turns > 10_000 {
                Issue.record("the director does not come to rest")
                return
            }
        }
        now = end
    }

    func perform() {
        var actions = director.takeActions()
        while !actions.isEmpty {
            for action in actions { perform(action) }
            actions = director.takeActions()
        }
    }

    private func perform(_ action: RadioAction) {
        switch action {
        case .command(let command, _):
            done.append(DirectedRadio.words(command))
            if silent.contains(command.code.number) || silent.contains(0) { return }
            answer(command)
        case .packet(let bytes):
            done.append(bytes == ControllerPacket.probe ? "probe" : "packet \(RadioWords.hex(bytes))")
            if bytes == ControllerPacket.probe && answersProbes { director.handle(ControllerEvent.alive, at: now) }
        case .openRadio: done.append("open")
        case .closeRadio: done.append("close radio")
        case .connect(let link, let address): done.append("connect \(link) \(address.text)")
        case .secure(let link): done.append("secure \(link)")
        case .send(let link, let pdu): done.append("send \(link) \(RadioWords.hex(pdu))")
        case .close(let link): done.append("close \(link)")
        case .handOver(let link, let line):
            done.append("hand over \(link)")
            handedOver.append(line)
            told.append(RadioReport.linked(line).text)
        case .tell(let report): told.append(report.text)
        case .exit: hasExited = true
        }
    }

    private func answer(_ command: ManagementCommand) {
        var content: [UInt8] = []
        switch command.code {
        case .readControllers: content = hasController ? [1, 0, 0, 0] : [0, 0]
        case .readInformation:
            content = Array(DirectedRadio.ownAddress.bytes.prefix(6)) + [9, 0, 0, 1, 2, 3, 4]
            content += [1, 0, 0, 0, 0, 0, 0]
        default: break
        }
        let status = self.status[command.code.number] ?? 0
        director.handle(.answer(command.code, status: status, content[...]), from: 0, at: now)
    }

    /// A command by its name, with the flag or address that matters.
    static func words(_ command: ManagementCommand) -> String {
        switch command.code {
        case .setPowered: "power \(command.parameters[0])"
        case .setBondable: "bondable \(command.parameters[0])"
        case .startDiscovery: "search"
        case .stopDiscovery: "stop search"
        case .addAdvertising: "advertise"
        case .removeAdvertising: "hide"
        case .disconnect: "disconnect \(address(command))"
        case .unpair: "unpair \(address(command))"
        case .confirm: "yes \(address(command))"
        case .refuse: "no \(address(command))"
        case .refuseToType: "no keys \(address(command))"
        case .setDefaults: "defaults \(RadioWords.hex(command.parameters))"
        case .setCapability: "capability \(command.parameters[0])"
        default: "command \(command.code.number)"
        }
    }

    private static func address(_ command: ManagementCommand) -> String {
        var reader = ByteReader(command.parameters[...])
        return reader.address()?.text ?? "?"
    }

    /// Forgets what was done and told.
    func forget() { (told, done) = ([], []) }

    // MARK: - Peers

    static func advertisement(_ name: String, hasMIDI: Bool = true) -> AdvertisingData {
        let service = hasMIDI ? AdvertisingData.service : []
        return AdvertisingData((service + AdvertisingData.response(name: name))[...])
    }

    func find(_ address: RadioAddress, _ name: String, hasMIDI: Bool = true) {
        event(.found(address, DirectedRadio.advertisement(name, hasMIDI: hasMIDI)))
    }

    /// A peer connects to the box. Returns the number of the link; nil if it was refused.
    func arrive(
        _ address: RadioAddress = phone, handle: UInt16 = 64, interval: UInt16 = 12
    ) -> Int? {
        controllerEvent(.connected(handle: handle, isCentral: false, address, interval: interval))
        event(.connected(address, AdvertisingData([])))
        let number = director.accept(address, at: now)
        perform()
        return number
    }

    /// A link ends. The controller tells it first, by its handle, and management by the address of the peer.
    ///
    /// - Parameter handle: of the link; nil for all links of the peer.
    func part(_ address: RadioAddress, handle: UInt16? = nil, reason: UInt8) {
        for link in director.controllerLinks where link.identity == address && link.handle == handle ?? link.handle {
            controllerEvent(.disconnected(handle: link.handle))
        }
        event(.disconnected(address, reason: reason))
    }

    func encrypt(handle: UInt16 = 64) { controllerEvent(.encryption(handle: handle, isOn: true)) }

    func receive(_ hex: String, from number: Int) {
        var words = RadioWords(Array(hex.utf8)[...])
        director.handle((words.hex() ?? [])[...], from: number, at: now)
        perform()
    }

    /// The answer of a peer to the question for its name.
    static func name(_ name: String) -> String {
        RadioWords.hex([0x09, UInt8(name.utf8.count + 2), 3, 0] + Array(name.utf8))
    }

    func send(key address: RadioAddress) {
        event(.longTermKey(isKept: true, DirectedRadio.key(address)))
    }

    static func key(_ address: RadioAddress, kind: UInt8 = 2, isCentral: UInt8 = 0) -> LongTermKey {
        LongTermKey((address.bytes + [kind, isCentral] + [UInt8](repeating: 7, count: 27))[...])!
    }

    static func bondLine(_ address: RadioAddress, _ name: String) -> String {
        var bond = PeerBond(address)
        bond.add(key(address))
        return "bond \(RadioWords.hex(bond.record)) \(name)"
    }
}
