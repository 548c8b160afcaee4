import CPlatform
import Configuration
import Devices
import Host
import Loop
import Network
import Panel

// The page (W1, W4): what it is to be, and what its process asks of the box.
extension Runner {
    /// Starts and watches the page's process, and announces the page.
    func servePage(at now: UInt64) {
        let settings = pageSettings
        guard let server = clients.server, settings != nil || web.mustServe else { return }
        if settings != nil && web.settings == nil { webFolders.make() }
        web.serve(settings, server, greeting: { greeting }, at: now)
        if web.takeNoPage() { link.tell(.stick(.noPage)) }
        announcePage(at: now)
        clients.simulator?.pageAddress = web.address
        addresses.show(page: web.announced, hasPage: settings != nil)
        if web.isUp { sayPage(at: now) }
    }

    /// What the page is to be by command line and configuration; nil: there is none.
    private var pageSettings: WebSettings? {
        let http = configuration.box.network.http
        guard let place = pagePlace ?? http.map({ WebPlace(port: $0.port) }) else { return nil }
        if let wantedPage, wantedPage.of === configuration, wantedPage.host == hostInUse { return wantedPage.settings }
        let name = configuration.box.sessionName
        let own = [hostInUse ?? WebSettings.host(of: name)] + (isSimulated ? WebSettings.hostsOfMachine : [])
        let serial = USBDeviceSerial().text
        let settings = WebSettings(
            place: place, name: name.visible, allow: http?.allow ?? ["lan"], hosts: own + (http?.hosts ?? []),
            identity: String("\(serial) \(StateFolder.boxFile(of: running.path))".stableHash, radix: 16),
            startedAt: startedAt)
        wantedPage = (settings, configuration, hostInUse)
        return settings
    }

    // MARK: - Announcing

    /// Announces the page under the session name, by the process that announces the box, or by one of its own where an
    /// appliance has no sessions.
    private func announcePage(at now: UInt64) {
        let port = web.announced
        if let network {
            pageDiscovery = nil
            network.discovery?.move(page: port)
            hostInUse = network.hostInUse ?? hostInUse
            return
        }
        // Once started, it stays: its end takes a second, for which this thread cannot wait.
        guard addresses.isAppliance, port != nil || pageDiscovery != nil else { return }
        let box = configuration.box
        if pageDiscovery == nil {
            pageDiscovery = Discovery(
                name: box.sessionName, port: 0, page: port, interfaces: box.network.interfaces)
        }
        pageDiscovery?.move(page: port)
        pageDiscovery?.rename(box.sessionName)
        for event in pageDiscovery?.hear(at: now) ?? [] {
            if case .hostInUse(let host) = event { hostInUse = host }
        }
    }

    /// Prints the address of the page once. `--http` prints it with a code for one browser, so that a click pairs.
    private func sayPage(at now: UInt64) {
        guard !isPageSaid, let address = web.address else { return }
        isPageSaid = true
        if pagePlace == nil {
            Console.out("treadle: page: \(address)/\n")
            return
        }
        web.questions.ask("code once", web.client, at: now) { lines in
            let code = lines.first.map { BoxConnection.split($0) }.flatMap { $0.word == "|" ? $0.rest : nil }
            let digits = code.map { BoxConnection.split($0).word }
            Console.out("treadle: page: \(address)/\(digits.map { "#code=\($0)" } ?? "")\n")
        }
    }

    // MARK: - Requests

    /// Does a task of the menu entry `Pair` (W4). The display shows a code when the process asks for that.
    func serve(_ task: PageTask, _ answer: @escaping (CardAnswer) -> Void) {
        if web.settings == nil { return answer(.result("no page")) }
        let words =
            switch task {
            case .browsers: "browsers"
            case .code: "code"
            case .forget(let number): "forget \(number)"
            }
        web.questions.ask(words, web.client, at: treadle_now()) { answers in
            guard answers.last == "ok" else { return answer(.result("try again")) }
            let lines = answers.dropLast().map { BoxConnection.split($0).rest }
            switch task {
            case .browsers: answer(.browsers(lines.compactMap { PairedBrowser($0) }))
            case .code: answer(.result("code \(BoxConnection.split(lines.first ?? "").word)"))
            case .forget: answer(.result("forgotten"))
            }
        }
    }

    /// Passes a question of a program to the page's process (W4).
    func askPage(_ words: ArraySlice<UInt8>, for client: ControlClient) -> String? {
        let text = String(decoding: words.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        if client.isPage { return "error the page asks itself" }
        if web.settings == nil { return "error the box has no page: its file has no `http` in `network`" }
        if text.isEmpty { return "error web needs a question, such as code" }
        client.delayAnswer()
        web.questions.ask(text, web.client, at: treadle_now()) { client.replyLate($0) }
        return nil
    }

    /// Answers a request of the page's process.
    func answer(_ request: PageRequest, to client: ControlClient) -> String {
        let now = treadle_now()
        switch request {
        case .alive: web.hearLife(at: now)
        case .busy: web.hearBusy(at: now)
        case .answer(let number, let part):
            if !web.questions.accept(number, part) { return "error nobody waits for answer \(number)" }
        case .showCode(let code, let seconds):
            page.show(code, seconds: seconds, at: now)
            if !showPage() && isSimulated { Console.out("treadle: page: CODE \(Digits.padded(UInt64(code), 6))\n") }
        case .endCode:
            page.endCode()
            _ = showPage()
        case .wifiCode: return tellWiFiCode(to: client)
        case .said(let text):
            page.show(text.visible, at: now)
            _ = showPage()
        }
        return "ok"
    }

    /// Shows a code or a line on the display of the box, or of the simulator. Returns whether there is one.
    private func showPage() -> Bool {
        if let simulator = clients.simulator {
            simulator.show(page)
            return true
        }
        return threads.show(page)
    }
}

extension WebSettings {
    /// The names of this machine, by which its user may ask for the page of a box that runs there.
    static var hostsOfMachine: [String] {
        var name = [CChar](repeating: 0, count: 256)
        if gethostname(&name, name.count - 1) != 0 { return [] }
        let text = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        return text.isEmpty || text.utf8.contains(UInt8(ascii: ",")) ? [] : [text, text + ".local"]
    }
}
