import Bluetooth
import CPlatform
import Configuration
import Host
import Panel
import Settings

/// The control thread's part of Bluetooth (B15): the process that has the radio, the devices that have paired, the
/// questions to the player, and the sockets on their way to the loop.
final class BluetoothControl {
    enum Radio: Equatable {
        /// The process has not said yet.
        case starting
        case on(RadioAddress?)
        case missing(String)
    }

    let bluetooth: BluetoothConfiguration
    let ports: [PortConfiguration]
    /// Who can answer questions: a box with display and menu, with a display alone, or neither (B4).
    let panel: RadioPanel
    let process: RadioProcess
    private let say: (RadioOrder) -> Void
    let loop: LinkLoop
    private(set) var life = RadioLife()
    var bonds: BondFile
    var peers = BluetoothPeers()
    var slots: LinkSlots
    /// What the loop counts of each link.
    var counts = [LinkCounts](repeating: LinkCounts(), count: BluetoothLimits.links)
    /// When to end a link in the process that has hung up in the loop, in nanoseconds; `UInt64.max`: never.
    var unlinksAt = [UInt64](repeating: UInt64.max, count: BluetoothLimits.links)
    var questions = PairingQuestions()
    /// What the display was told last.
    var shown = ShownPairingRow(asked: 0, row: PairingRow(), isQuestion: false)
    private(set) var radio = Radio.starting
    private(set) var isAdvertising = false
    /// Until when new devices may pair, in nanoseconds; 0: they may not.
    private(set) var pairsUntil: UInt64 = 0
    /// When the next refused pairing may be printed, in nanoseconds.
    var saysRefusalAt: UInt64 = 0
    /// What the menu was told last.
    var listed: (state: String, connected: Int, rows: [MenuPicture.Row])?

    /// - Parameters:
    ///   - folder: the folder for the file of paired devices.
    ///   - say: sends an order to the process; tests pass another closure.
    init(
        _ box: BoxConfiguration, _ bluetooth: BluetoothConfiguration, folder: String, loop: LinkLoop,
        process: RadioProcess = RadioProcess(), say: ((RadioOrder) -> Void)? = nil, at now: UInt64
    ) {
        (self.bluetooth, ports, self.loop, self.process) = (bluetooth, box.ports, loop, process)
        self.say = say ?? { process.send($0.text) }
        panel = RadioPanel(box)
        bonds = BondFile(in: folder)
        slots = LinkSlots(loop)
        // The player of a box without a menu can say it by switching the box on only.
        if box.menu == nil { pairsUntil = now + RadioLimits.pairingTime }
    }

    /// Readable when `serve` has something to do; -1 while no process runs.
    var descriptor: Int32 { process.descriptor }

    /// When to call `serve` at the latest, in nanoseconds.
    var deadline: UInt64 {
        let windows = min(pairsUntil == 0 ? UInt64.max : pairsUntil, questions.deadline)
        let process = min(life.deadline, process.isWaiting ? treadle_now() + 5_000_000 : UInt64.max)
        let links = unlinksAt.reduce(peers.goneDeadline) { min($0, $1) }
        return min(min(windows, process), min(bonds.writesAt, links))
    }

    /// Does what is due.
    func serve(at now: UInt64) {
        process.reap()
        if process.child < 0 && now >= life.startsAt { start(at: now) }
        process.sendWaiting()
        hear(at: now)
        if process.isLost { hasEnded("has ended; it starts again", at: now) }
        watch(at: now)
        advance(to: now)
    }

    /// Does what is due by time alone.
    func advance(to now: UInt64) {
        if pairsUntil != 0 && now >= pairsUntil {
            pairsUntil = 0
            tellPairing()
        }
        refuseLate(at: now)
        unlinkHungUp(at: now)
        peers.forgetGone(at: now)
        bonds.write(at: now)
        list()
    }

    /// Ends the links after the loop has ended, and writes what is not written yet (E5).
    func end(at now: UInt64) {
        process.end()
        slots.end()
        bonds.write(at: now, isEnd: true)
    }

    // MARK: - The process

    private func start(at now: UInt64) {
        if let reason = process.start() {
            Console.error("treadle: bluetooth: \(reason)\n")
            return life.ended(at: now)
        }
        life.started(at: now)
        greet()
    }

    /// Tells a new process all that it has to know.
    func greet() {
        tell(.name(bluetooth.name))
        tell(.visible(bluetooth.isVisible))
        tellPairing()
        tell(.encryption(isRequired: bluetooth.needsEncryption))
        tell(.panel(panel))
        for (index, port) in ports.enumerated() {
            guard case .bluetooth(let rule) = port.place else { continue }
            tell(.port(RadioPort(index: index, isInitiator: port.initiates, rule: rule)))
        }
        for bond in bonds.bonds { tell(bond.order) }
        tell(.start)
    }

    func tell(_ order: RadioOrder) { say(order) }

    private func tellPairing() {
        tell(.pairing(bluetooth.alwaysPairs ? .always : pairsUntil > 0 ? .open : .closed))
    }

    private func hear(at now: UInt64) {
        for _ in 0..<RadioLimits.linesPerTurn {
            guard let (line, socket) = process.next() else { return }
            if let report = RadioReport(line) {
                handle(report, socket, at: now)
            } else {
                if socket >= 0 { close(socket) }
                let text = String(decoding: line, as: UTF8.self)
                Console.error("treadle: bluetooth: its process says what the box does not know: \(text)\n")
            }
        }
    }

    private func watch(at now: UInt64) {
        if process.child < 0 { return }
        switch life.look(at: now) {
        case .wait: break
        case .ask(let number): tell(.ping(number))
        case .hangs: hasEnded("has not answered and is killed", at: now)
        }
    }

    func hear(pong number: Int, at now: UInt64) { life.hear(number, at: now) }

    /// Forgets the process, and ends the links that it has made: nobody would follow them.
    private func hasEnded(_ how: String, at now: UInt64) {
        Console.error("treadle: bluetooth: its process \(how)\n")
        process.drop()
        life.ended(at: now)
        for slot in 0..<BluetoothLimits.links {
            unlinksAt[slot] = UInt64.max
            end(slot, at: now)
        }
        questions.removeAll()
        showQuestion()
        set(radio: .starting)
    }

    // MARK: - State

    func set(radio new: Radio) {
        if new == radio { return }
        radio = new
        switch new {
        case .starting: break
        case .on(let address):
            Console.out("treadle: bluetooth: radio\(address.map { " \($0.address.text)" } ?? "")\n")
        case .missing(let reason): Console.error("treadle: bluetooth: no radio: \(reason)\n")
        }
        if case .on = new { return }
        isAdvertising = false
        peers.forgetOthers()
    }

    func set(isAdvertising new: Bool) { isAdvertising = new }

    /// Ends a link.
    func end(_ slot: Int, at now: UInt64) {
        slots.unlink(slot)
        peers.end(slot, at: now)
    }

    /// Lets new devices pair for two minutes (B4).
    func allowPairing(at now: UInt64) {
        pairsUntil = now + RadioLimits.pairingTime
        tellPairing()
        list()
    }

    /// Lets others find the box fast for 30 s, also in a box with `visible: false` (B3).
    func beVisible() { tell(.fast) }
}

extension RadioPanel {
    /// How a box can ask its player (B4).
    init(_ box: BoxConfiguration) { self = box.display == nil ? .none : box.menu == nil ? .display : .menu }
}
