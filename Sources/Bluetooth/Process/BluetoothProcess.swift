import CPlatform
import Compact
import Host

/// The process for Bluetooth (B15): it has the kernel's sockets, and speaks to the box by lines. One thread waits for
/// all.
package struct BluetoothProcess {
    private let box: Int32
    private var sockets = RadioSockets()
    private var director = RadioDirector()
    private var isOver = false
    private var hasBoxEnded = false
    /// Whether the box has said `start` before the kernel's Bluetooth was there.
    private var startsLater = false

    private enum Wake: Equatable {
        case box, signals, management, raw, listener
        case link(Int)
    }

    /// Runs until the box says `end`, or ends.
    ///
    /// - Parameter box: the socket to the box, one line a packet.
    package static func run(box: Int32) -> ExitStatus {
        let signals = treadle_signal_descriptor()
        treadle_ignore_lost_readers()
        _ = treadle_never_wait(box)
        treadle_become_background()
        let confined = treadle_confine(Int32(TREADLE_CONFINED_BLUETOOTH))
        if confined < 0 {
            Console.error("treadle: bluetooth: \(String(cString: treadle_error_message(confined)))\n")
            return .unusable
        }
        var process = BluetoothProcess(box: box)
        let opened = process.sockets.open()
        if opened < 0 { process.tell(.radioMissing(String(cString: treadle_error_message(opened)))) }
        process.serve(signals)
        return .done
    }

    private init(box: Int32) { self.box = box }

    private mutating func serve(_ signals: Int32) {
        var opensAt = treadle_now() + BluetoothLimits.lookPause
        while !isOver {
            var waited = PollSet<Wake>()
            if !hasBoxEnded { waited.add(.box, box) }
            waited.add(.signals, signals)
            waited.add(.management, sockets.management)
            waited.add(.raw, sockets.raw)
            waited.add(.listener, sockets.listener)
            for link in sockets.links {
                waited.add(.link(link.number), link.socket, link.isConnecting ? .writing : .reading)
            }
            let ready = waited.wait(waitingTime(at: treadle_now()))
            if ready.contains(.signals) && treadle_signal_next(signals) != 0 {
                director.handle(.end, at: treadle_now())
            }
            // The kernel's Bluetooth may be a module that is being loaded.
            if sockets.management < 0 && treadle_now() >= opensAt {
                if sockets.open() == 0 && startsLater { director.handle(.start, at: treadle_now()) }
                opensAt = treadle_now() + BluetoothLimits.lookPause
            }
            if ready.contains(.box) { readLines() }
            turn(ready)
        }
        sockets.closeRadio()
    }

    private mutating func turn(_ ready: [Wake]) {
        sockets.flushAll()
        // First the controller, then management, then links: so a link is known before its first PDU.
        readController()
        if ready.contains(.management) { readManagement() }
        if ready.contains(.listener) { accept() }
        for case .link(let number) in ready { read(number) }
        director.advance(to: treadle_now())
        perform()
    }

    /// Milliseconds until something is due; at most a second while the management socket cannot be opened.
    private func waitingTime(at now: UInt64) -> Int32 {
        var deadline = director.deadline
        if sockets.hasWaiting { deadline = min(deadline, now + BluetoothLimits.retryTime) }
        if sockets.management < 0 { deadline = min(deadline, now + BluetoothLimits.lookPause) }
        if deadline == UInt64.max { return -1 }
        return deadline <= now ? 0 : Int32(min((deadline - now + 999_999) / 1_000_000, 60_000))
    }

    // MARK: - Events

    private mutating func readLines() {
        var bytes = [UInt8](repeating: 0, count: BluetoothLimits.line)
        while !isOver {
            let count = treadle_socket_receive(box, &bytes, bytes.count)
            if count == -Int(EAGAIN) { return }
            if count <= 0 {
                endWithBox()
                return perform()
            }
            let order = RadioOrder(bytes[..<count])
            if let order, order != .start || sockets.management >= 0 {
                director.handle(order, at: treadle_now())
            } else if order != nil {
                startsLater = true
            } else {
                tell(.fault("a line of the box is malformed"))
            }
            perform()
        }
    }

    private mutating func readController() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while sockets.raw >= 0 {
            let count = treadle_att_receive(sockets.raw, &bytes, bytes.count, 0)
            if count <= 0 { return }
            director.handle(ControllerEvent(bytes[..<count]), at: treadle_now())
            perform()
        }
    }

    private mutating func readManagement() {
        var bytes = [UInt8](repeating: 0, count: BluetoothLimits.event)
        while sockets.management >= 0 {
            let count = treadle_att_receive(sockets.management, &bytes, bytes.count, 0)
            if count <= 0 { return }
            // What the controller has told before this event.
            readController()
            let (controller, event) = ManagementEvent.read(bytes[..<count])
            director.handle(event, from: controller, at: treadle_now())
            perform()
        }
    }

    private mutating func accept() {
        var bytes = [UInt8](repeating: 0, count: 7)
        while sockets.listener >= 0 {
            let socket = treadle_att_accept(sockets.listener, &bytes)
            if socket < 0 { return }
            readController()
            readManagement()
            var reader = ByteReader(bytes[...])
            guard let address = reader.address(), let number = director.accept(address, at: treadle_now()) else {
                close(socket)
                perform()
                continue
            }
            sockets.add(number, socket, isConnecting: false)
            perform()
        }
    }

    private mutating func read(_ number: Int) {
        guard let index = sockets.index(of: number) else { return }
        if sockets.links[index].isConnecting {
            let result = treadle_att_connected(sockets.links[index].socket)
            if result == -EAGAIN { return }
            sockets.isConnected(index)
            readController()
            readManagement()
            let now = treadle_now()
            if result < 0 { director.failed(number, at: now) } else { director.linked(number, at: now) }
            return perform()
        }
        var bytes = [UInt8](repeating: 0, count: 1024)
        // A peer that sends without end must not keep the process from others.
        for _ in 0..<16 {
            guard let index = sockets.index(of: number) else { return }
            // A PDU that came behind the encryption of the link is the loop's: it stays where it is.
            let socket = sockets.links[index].socket
            let peeked = treadle_att_receive(socket, &bytes, bytes.count, 1)
            if peeked == -Int(EAGAIN) { return }
            if peeked < 0 {
                readManagement()
                director.hungUp(number, at: treadle_now())
                return perform()
            }
            readController()
            if !director.reads(number) { return }
            let count = treadle_att_receive(socket, &bytes, bytes.count, 0)
            if count > 0 { director.handle(bytes[..<count], from: number, at: treadle_now()) }
            perform()
        }
    }

    // MARK: - Actions

    private mutating func tell(_ report: RadioReport, _ socket: Int32 = -1) {
        if hasBoxEnded { return }
        let line = Array(report.text.utf8.prefix(BluetoothLimits.line))
        // A box that does not read for 2 s hangs, or has ended.
        if treadle_line_send(box, line, line.count, socket) < 0 { endWithBox() }
    }

    private mutating func endWithBox() {
        hasBoxEnded = true
        director.handle(.end, at: treadle_now())
    }

    private mutating func perform() {
        // An action that fails brings further ones.
        var actions = director.takeActions()
        while !actions.isEmpty {
            for action in actions { perform(action) }
            actions = director.takeActions()
        }
    }

    private mutating func perform(_ action: RadioAction) {
        switch action {
        case .command(let command, let controller):
            let bytes = command.bytes(for: controller)
            // An answer that never comes counts as a controller that does not answer.
            _ = treadle_bluetooth_send(sockets.management, bytes, bytes.count)
        case .packet(let bytes): _ = treadle_bluetooth_send(sockets.raw, bytes, bytes.count)
        case .openRadio(let controller):
            let result = sockets.openRadio(controller)
            if result < 0 { tell(.fault("radio: \(String(cString: treadle_error_message(result)))")) }
        case .closeRadio: sockets.closeRadio()
        case .connect(let number, let address): connect(number, address)
        case .secure(let number):
            guard let index = sockets.index(of: number) else { return }
            let result = treadle_att_secure(sockets.links[index].socket)
            // The kernel refuses to encrypt what is encrypted.
            if result == -EINVAL {
                director.isSecure(number, at: treadle_now())
            } else if result < 0 {
                director.failed(number, at: treadle_now())
            }
        case .send(let number, let pdu): sockets.send(number, pdu)
        case .close(let number): sockets.closeLink(number)
        case .handOver(let number, let line):
            guard let index = sockets.index(of: number) else { return }
            tell(.linked(line), sockets.links[index].socket)
            sockets.closeLink(number)
        case .tell(let report): tell(report)
        case .exit: isOver = true
        }
    }

    private mutating func connect(_ number: Int, _ address: RadioAddress) {
        let socket = treadle_att_connect(address.bytes)
        if socket < 0 { return director.failed(number, at: treadle_now()) }
        sockets.add(number, socket, isConnecting: true)
    }
}
