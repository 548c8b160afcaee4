import Engine
import Host
import Loop
import CPlatform
import Plan

/// The socket of the running box and its clients, all on the control thread. The loop only sees the ring of injected
/// messages.
final class ControlServer {
    /// The path of the socket; nil if it could not be opened. The page's process needs none.
    private let path: String?
    private let listener: Int32
    private(set) var clients: [ControlClient] = []
    /// When connections are accepted again after a failure, in nanoseconds. Until then the listener is not watched,
    /// because it would report a waiting connection without end.
    private var acceptsAt: UInt64 = 0

    /// Nanoseconds without accepting after a failure, such as no free descriptor.
    private static let restTime: UInt64 = 500_000_000

    /// Milliseconds in which another box has to accept a connection. The start of this box waits at most that long.
    private static let askingTime: Int32 = 10

    /// A server without a socket.
    init() { (path, listener) = (nil, -1) }

    /// Opens the socket. Returns nil, after a message, if that fails; the box then runs without a socket.
    init?(_ path: String) {
        var listener = treadle_socket_listen(path)
        if listener == -EADDRINUSE && treadle_is_socket(path) == 1 {
            let other = treadle_socket_connect(path, ControlServer.askingTime)
            if other >= 0 || other == -EAGAIN {
                if other >= 0 { close(other) }
                let what = other >= 0 ? "another box answers at \(path)" : "the box at \(path) does not answer"
                Console.error(
                    "treadle: \(what); to connect to this box, give it a socket of its own with --socket PATH or "
                        + "\(ControlPath.variable)\n")
                return nil
            }
            // A box that was killed has left its socket.
            if other == -ECONNREFUSED {
                unlink(path)
                listener = treadle_socket_listen(path)
            }
        }
        if listener < 0 {
            let why = String(cString: treadle_error_message(listener))
            Console.error("treadle: \(path): \(why); no program can connect to this box\n")
            return nil
        }
        self.path = path
        self.listener = listener
    }

    /// Closes and removes the socket, and drops all clients.
    func end() {
        clients = []
        guard let path else { return }
        close(listener)
        unlink(path)
    }

    /// Adds the server's descriptors.
    func add(to set: inout PollSet<ControlWake>) {
        if treadle_now() >= acceptsAt { set.add(.server(.listener), listener) }
        for client in clients {
            let tag = ControlWake.server(.client(client.descriptor))
            switch (client.isRead, client.hasOutput) {
            case (true, true): set.add(tag, client.descriptor, .readingAndWriting)
            case (true, false): set.add(tag, client.descriptor)
            case (false, true): set.add(tag, client.descriptor, .writing)
            case (false, false): break
            }
        }
    }

    /// Adds the page's process, which takes none of the places of programs (W1).
    func adopt(_ client: ControlClient) {
        clients.append(client)
        client.flush()
    }

    /// Milliseconds until clients must be served without input: the loop does not signal that its ring has room, and a
    /// line or the end of a client after a delayed answer waits for the next call.
    var waitingTime: Int32 {
        clients.contains { $0.messages.isWaiting || $0.hasLine || $0.mustRelease } ? 2 : Int32.max
    }

    /// Serves the descriptors that are ready.
    ///
    /// - Parameters:
    ///   - greeting: returns the first lines to a new client.
    ///   - obey: handles a line of a client and answers it.
    /// - Returns: whether the loop was given messages.
    func serve(
        _ ready: [ControlWake], greeting: () -> [String], giving ring: Ring<Injection>,
        obey: (ArraySlice<UInt8>, ControlClient) -> Void
    ) -> Bool {
        for client in clients where client.isRead && ready.contains(.server(.client(client.descriptor))) {
            client.receive()
        }
        if ready.contains(.server(.listener)) { accept(greeting()) }
        var hasGiven = false
        for client in clients {
            // W1: a flood of the page's process delays nothing else for longer.
            let end = client.isPage ? treadle_now() + BoxLimits.pageTurn : UInt64.max
            repeat {
                while let line = client.nextLine() {
                    obey(line, client)
                    if treadle_now() >= end { break }
                }
                client.releaseAtEnd()
            } while client.messages.handOver(to: ring, &hasGiven) && !client.isDone && treadle_now() < end
            client.flush()
        }
        clients.removeAll { $0.isDone }
        return hasGiven
    }

    private func accept(_ greeting: [String]) {
        let descriptor = treadle_socket_accept(listener)
        if descriptor < 0 {
            if descriptor != -EAGAIN { acceptsAt = treadle_now() + ControlServer.restTime }
            return
        }
        let client = ControlClient(descriptor)
        if clients.count(where: { !$0.isPage }) == BoxLimits.controlClients {
            client.answer(
                "error \(BoxLimits.controlClients) programs are connected already, the limit `controlClients`")
            return client.flush()
        }
        for line in greeting { client.answer(line) }
        clients.append(client)
    }
}
