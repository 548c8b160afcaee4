import Engine
import Loop
import CPlatform
import Program

/// The socket of the running box and the programs that talk through it. For the control thread: the loop knows nothing
/// of it but the ring it takes messages from.
final class ControlServer {
    private let path: String
    private let listener: Int32
    private(set) var clients: [ControlClient] = []

    /// Milliseconds in which another box has to take a connection: nothing sounds before that.
    private static let askingTime: Int32 = 10

    /// Nil where there can be none, which is said: the box goes on without.
    init?(_ path: String) {
        var listener = treadle_socket_listen(path)
        if listener == -EADDRINUSE && treadle_is_socket(path) == 1 {
            let other = treadle_socket_connect(path, ControlServer.askingTime)
            if other >= 0 || other == -EAGAIN {
                if other >= 0 { close(other) }
                let what = other >= 0 ? "another box answers at \(path)" : "the box at \(path) does not answer"
                Console.error(
                    "treadle: \(what); this one cannot be talked to, unless it is given a socket of its own with --socket PATH "
                        + "or \(ControlPath.variable)\n")
                return nil
            }
            // What a box that was killed has left behind.
            if other == -ECONNREFUSED {
                unlink(path)
                listener = treadle_socket_listen(path)
            }
        }
        if listener < 0 {
            let why = String(cString: treadle_error_message(listener))
            Console.error("treadle: \(path): \(why); without it no program can talk to this box\n")
            return nil
        }
        self.path = path
        self.listener = listener
    }

    /// Nobody is answered any more, and the next box finds no trace.
    func end() {
        close(listener)
        unlink(path)
        clients = []
    }

    /// What wakes the server.
    enum Wake: Equatable {
        case listener
        /// The client of a descriptor.
        case client(Int32)
    }

    /// Adds what the server waits for.
    func add(to set: inout PollSet<Runner.Wake>) {
        set.add(.server(.listener), listener)
        for client in clients {
            let tag = Runner.Wake.server(.client(client.descriptor))
            switch (client.isRead, client.hasOutput) {
            case (true, true): set.add(tag, client.descriptor, .readingAndWriting)
            case (true, false): set.add(tag, client.descriptor)
            case (false, true): set.add(tag, client.descriptor, .writing)
            case (false, false): break
            }
        }
    }

    /// Milliseconds after which to look again though nothing came: the loop does not say when it has room, and one recording
    /// for each program and round is enough.
    var waitingTime: Int32 { clients.contains { $0.isWaiting || $0.hasLine } ? 2 : Int32.max }

    /// Serves what is ready.
    ///
    /// - Parameters:
    ///   - greeting: the lines a new client is told first.
    ///   - obey: does what a line of a client asks, and answers it.
    /// - Returns: whether the loop was given something.
    func serve(
        _ ready: [Runner.Wake], greeting: () -> [String], giving ring: Ring<Injection>,
        obey: (ArraySlice<UInt8>, ControlClient) -> Void
    ) -> Bool {
        for client in clients where client.isRead && ready.contains(.server(.client(client.descriptor))) {
            client.receive()
        }
        if ready.contains(.server(.listener)) { accept(greeting()) }
        var hasGiven = false
        for client in clients {
            repeat {
                while let line = client.nextLine() { obey(line, client) }
                client.releaseAtEnd()
            } while client.handOver(to: ring, &hasGiven) && !client.isDone
            client.flush()
        }
        clients.removeAll { $0.isDone }
        return hasGiven
    }

    private func accept(_ greeting: [String]) {
        let descriptor = treadle_socket_accept(listener)
        if descriptor < 0 { return }
        let client = ControlClient(descriptor)
        if clients.count == BoxLimits.controlClients {
            client.answer(
                "error \(BoxLimits.controlClients) programs talk to this box already, the limit `controlClients`")
            return client.flush()
        }
        for line in greeting { client.answer(line) }
        clients.append(client)
    }
}
