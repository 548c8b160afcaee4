import CPlatform
import Configuration
import Panel

/// Requests of the menu page `Wi-Fi` (L6).
enum WiFiTask: Equatable {
    /// Makes another password for the access point.
    case newPassword
    /// Looks for networks to join.
    case join
}

extension Runner {
    /// Loads the drivers and begins to look for the radio.
    func startWiFi() {
        guard let wifi else { return }
        RadioModules.load("wifi")
        wifi.start(at: treadle_now())
        showWiFi()
    }

    func serveWiFi(at now: UInt64) {
        guard let wifi else { return }
        wifi.serve(at: now)
        showWiFi()
    }

    /// Shows the state in the menu, if that has changed.
    private func showWiFi() {
        guard let wifi else { return }
        let display = configuration.box.display
        let rows = WiFiRows(wifi, columns: display?.columns ?? 16, isDrawn: display?.chip.oled != nil)
        if rows == wifiRows { return }
        // Before the menu has the entry `QR code`.
        if rows.hasCode, let code = wifi.code { threads.show(code) }
        wifiRows = rows
        rows.tell(link)
    }

    /// Sends the page's process the QR code of the access point, row by row, `1` for a dark module, and the name.
    func tellWiFiCode(to client: ControlClient) -> String {
        guard let wifi, let code = wifi.code else { return "error the box has no access point now" }
        for y in 0..<code.size { client.reply("| " + (0..<code.size).map { code[y, $0] ? "1" : "0" }.joined()) }
        return "ok \((wifi.line.name ?? "").visible)"
    }

    /// Does a task of the menu page `Wi-Fi`.
    func serve(_ task: WiFiTask, _ answer: (CardAnswer) -> Void) {
        let now = treadle_now()
        switch task {
        case .join: answer(.result(wifi?.join(at: now) == true ? "joining" : "no network"))
        case .newPassword:
            guard let isSaved = wifi?.renewPassword(at: now) else { return answer(.result("no password")) }
            answer(.result(isSaved ? "see Wi-Fi" : "not saved"))
        }
        showWiFi()
    }
}
