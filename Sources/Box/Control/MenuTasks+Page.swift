import Engine
import Panel

/// Requests of the menu that the page's process answers (W4).
enum PageTask: Equatable {
    /// Lists the paired browsers.
    case browsers
    /// Makes a code for a browser.
    case code
    /// Forgets the browser with a number.
    case forget(Int)
}

/// A paired browser in the menu. The number tells two of one name apart.
struct PairedBrowser {
    let number: Int
    let name: String

    /// - Parameter line: a line of the answer to `web browsers`: `3 2026-03-09 2026-03-10 all iPhone, Safari`.
    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 4)
        guard words.count == 5, let number = Int(words[0]) else { return nil }
        (self.number, name) = (number, String(words[4]))
    }

    /// The row of the menu; also the text beside the question, as far as it fits.
    var row: String { "\(number) \(name)" }
}

// The menu page `Pair`: a code for a new browser, or a browser to forget.
extension MenuTasks {
    /// Lets the player choose `New code` or one of the browsers.
    func list(_ browsers: [PairedBrowser], for request: MenuRequest) {
        self.browsers = browsers
        for browser in browsers { answer(request, .row(DisplayText(browser.row.unicodeScalars))) }
        answer(request, .asksWhich)
    }

    /// Asks before a browser of the list is forgotten. The player's `Yes` has the number 0.
    func forget(_ card: Card, _ request: MenuRequest) {
        if request.number > 0 {
            chosenBrowser = browsers.indices.contains(request.number - 1) ? browsers[request.number - 1] : nil
        }
        guard let chosenBrowser else { return show("try again", of: request) }
        if request.number == 0 { return ask(card, .page(.forget(chosenBrowser.number)), request) }
        answer(request, .asksWhether(DisplayText(chosenBrowser.row.unicodeScalars)))
    }
}
