import CPlatform
import Configuration
import Host

/// The page's process (W1): the box listens for it, starts it, watches it, and serves its connection like that of a
/// program. All on the control thread, which never waits for the process.
final class WebControl {
    /// What the page is; nil: there is none.
    private(set) var settings: WebSettings?
    /// The port that the box listens at; nil if it does not.
    private(set) var port: UInt16?
    /// The address for a browser: `http://Board.local`, `http://localhost:8080`; nil if the box does not listen.
    private(set) var address: String?
    /// Why the box does not listen.
    private(set) var failure: String?
    /// The connection to the process; nil while none runs.
    private(set) var client: ControlClient?
    /// Whether the process has given a sign of life.
    private(set) var isUp = false
    /// Whether the box has given up, which `takeNoPage` tells once.
    private var hasNoPage = false
    /// The number of the running process; -1 while none runs.
    private(set) var child: Int32 = -1
    /// A process that was killed or asked to end, and when it is killed.
    private var ending: (child: Int32, killedAt: UInt64)?
    private var listener: Int32 = -1
    /// When a port that is taken is tried again.
    private var bindsAt: UInt64 = 0
    private(set) var life = WebLife()
    /// The settings that the running process knows.
    private var told: WebSettings?
    /// Answers that earlier processes did not read.
    private var dropped = 0
    var questions = WebQuestions()
    private let words: [String]
    private let executable: String

    /// - Parameters:
    ///   - words: the command line of the process.
    ///   - executable: the program to run; tests pass another.
    init(_ words: [String], executable: String = "/proc/self/exe") {
        (self.words, self.executable) = (words, executable)
    }

    deinit {
        if listener >= 0 { close(listener) }
        if child >= 0 { treadle_child_end(child, 1) }
        if let ending { treadle_child_end(ending.child, 1) }
    }

    /// Does what is due.
    ///
    /// - Parameters:
    ///   - wanted: what the page is to be; nil: none.
    ///   - greeting: returns the first lines for a new process.
    func serve(_ wanted: WebSettings?, _ server: ControlServer, greeting: () -> [String], at now: UInt64) {
        reap(at: now)
        if wanted != settings { follow(wanted, at: now) }
        if client?.isEnding == true { hasEnded(at: now) }
        if settings != nil && listener < 0 && now >= bindsAt { listen(at: now) }
        if listener >= 0 && child < 0 && ending == nil && now >= life.startsAt { start(server, greeting(), at: now) }
        if child >= 0 { watch(at: now) }
        questions.refuse(lateAt: now)
    }

    /// Whether a page that is no longer wanted has to be ended.
    var mustServe: Bool { settings != nil || ending != nil }

    /// When to call `serve` at the latest, in ns.
    var deadline: UInt64 {
        if let ending { return min(ending.killedAt, treadle_now() + WebChildLimits.reapTime) }
        if settings == nil { return UInt64.max }
        if listener < 0 { return bindsAt }
        // The end of the process wakes the control thread.
        return min(client?.isEnding == true ? 0 : life.deadline, questions.deadline)
    }

    /// Whether the box has given up since the last call.
    func takeNoPage() -> Bool {
        defer { hasNoPage = false }
        return hasNoPage
    }

    /// Records a sign of life of the process.
    func hearLife(at now: UInt64) {
        life.hear(at: now)
        isUp = true
    }

    /// Records that the process works on something that takes long.
    func hearBusy(at now: UInt64) { life.hearBusy(at: now) }

    // MARK: - Settings

    private func follow(_ wanted: WebSettings?, at now: UInt64) {
        let isMoved = wanted?.place != settings?.place
        settings = wanted
        if !isMoved {
            nameAddress()
            return tell()
        }
        letGo(at: now)
        if listener >= 0 { close(listener) }
        (listener, port, failure, bindsAt) = (-1, nil, nil, 0)
        nameAddress()
        life.restart(at: now)
    }

    /// Tells the process the settings, if it does not know them.
    private func tell() {
        guard let client, let settings, told != settings else { return }
        told = settings
        for line in settings.lines { client.answer(line) }
        client.flush()
    }

    private func nameAddress() {
        guard let settings, let port else { return address = nil }
        address = settings.place.text(host: settings.hosts.first ?? "localhost", port: port)
    }

    private func listen(at now: UInt64) {
        guard let place = settings?.place else { return }
        var (number, error) = (place.port, Int32(0))
        while true {
            listener = treadle_tcp_listen(place.address, number)
            if listener >= 0 { break }
            if error == 0 { error = listener }
            if number == UInt16.max || number - place.port >= place.spare || listener != -EADDRINUSE { break }
            number += 1
        }
        if listener >= 0 {
            if failure != nil { Console.out("treadle: page: port \(number) is free now\n") }
            (port, failure) = (number, nil)
            return nameAddress()
        }
        let why = String(cString: treadle_error_message(error))
        if failure != why { Console.error("treadle: page: port \(place.port): \(why); tried again until it works\n") }
        (failure, bindsAt) = (why, now + WebChildLimits.bindPause)
    }

    // MARK: - The process

    private func start(_ server: ControlServer, _ greeting: [String], at now: UInt64) {
        var connection: Int32 = -1
        let result = ChildProcess.withArguments(words) {
            treadle_child_start_with_socket(executable, $0, listener, &connection)
        }
        if result < 0 {
            Console.error("treadle: page: \(String(cString: treadle_error_message(result)))\n")
            return plan(at: now)
        }
        child = result
        life.started(at: now)
        let client = ControlClient(connection, isPage: true)
        for line in greeting { client.answer(line) }
        server.adopt(client)
        (self.client, told) = (client, nil)
        tell()
    }

    private func watch(at now: UInt64) {
        switch life.look(at: now) {
        case .wait: break
        case .ask:
            client?.answer("alive")
            client?.flush()
        case .hangs:
            Console.error("treadle: page: its process has not answered and is killed\n")
            hasEnded(at: now)
        }
    }

    /// Forgets a process that has ended, or kills one that hangs, and plans the next.
    private func hasEnded(at now: UInt64) {
        end(killing: true, at: now)
        plan(at: now)
    }

    private func plan(at now: UInt64) {
        if !life.ended(at: now) { return }
        hasNoPage = true
        Console.error("treadle: page: its process has ended \(WebChildLimits.shortLives) times; tried once a minute\n")
    }

    /// Asks a running process to end.
    private func letGo(at now: UInt64) { if child >= 0 { end(killing: false, at: now) } }

    private func end(killing: Bool, at now: UInt64) {
        dropped += client?.droppedAnswers ?? 0
        // What the process holds is released by the server, as of any program that has gone (H1).
        client?.drop()
        kill(child, killing ? SIGKILL : SIGTERM)
        ending = (child, killing ? UInt64.max : now + WebChildLimits.endTime)
        (child, client, isUp, told) = (-1, nil, false, nil)
        questions.refuseAll("the page's process has ended")
        reap(at: now)
    }

    private func reap(at now: UInt64) {
        guard let last = ending else { return }
        if treadle_child_has_ended(last.child) != 0 {
            ending = nil
        } else if now >= last.killedAt {
            kill(last.child, SIGKILL)
            ending = (last.child, UInt64.max)
        }
    }

    /// Ends the process and stops listening, at the end of the box. Waits at most `WebChildLimits.endTime`.
    func end() {
        if listener >= 0 { close(listener) }
        (listener, settings) = (-1, nil)
        letGo(at: treadle_now())
        while let last = ending {
            if treadle_now() >= last.killedAt { return }
            reap(at: treadle_now())
            if ending != nil { treadle_pause_us(2000) }
        }
    }

    // MARK: - Status

    /// What `treadle status` says of the page; nil: there is none.
    var status: String? {
        guard let settings else { return nil }
        if let failure { return "waits for port \(settings.place.port): \(failure)" }
        if life.isGivenUp { return "no page: its process has ended \(WebChildLimits.shortLives) times" }
        guard isUp, let port else { return "starting" }
        let lost = dropped + (client?.droppedAnswers ?? 0)
        return "at port \(port)" + (lost == 0 ? "" : ", \(lost) answers dropped")
    }

    /// The port that mDNS announces; nil: none.
    var announced: UInt16? { settings?.place.isOwn == true ? nil : port }
}
