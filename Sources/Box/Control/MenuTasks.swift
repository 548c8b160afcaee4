import Configuration
import Engine
import Host
import Loop
import Panel
import Plan

/// Requests of the menu that need the card (M16, M17), the page (W4) or Bluetooth (B16).
enum CardRequest: Equatable {
    /// Writes the configuration to the owner's partition.
    case export
    /// Looks for an update and verifies it.
    case findUpdate
    /// Installs the update that was found; the player has allowed an older version.
    case installUpdate(allowsOlder: Bool)
    /// Something of the page.
    case page(PageTask)
    /// Something of Bluetooth.
    case bluetooth(BluetoothTask)
    /// Something of the wireless network.
    case wifi(WiFiTask)
}

/// Answers to the menu. A text has at most 20 characters for the display.
enum CardAnswer {
    case noCard
    /// The task's progress. Another answer follows.
    case progress(String)
    /// The task's end: success, or why the task failed.
    case result(String)
    /// The paired browsers.
    case browsers([PairedBrowser])
    /// The devices that have paired by Bluetooth.
    case bonds([Bond])
    /// An update was found and verified.
    case update(version: String, isOlder: Bool)
}

/// The tasks of the menu (M12, M16, M17, W4, B16), done by the control thread: each request of the loop is answered
/// once.
final class MenuTasks {
    private let running: RunningConfiguration
    private let link: LoopLink
    /// Handles a request that needs the card. Calls the closure on the control thread, now or later, until the task has
    /// ended.
    typealias Card = (CardRequest, @escaping (CardAnswer) -> Void) -> Void
    /// The update that was found is older than the running version.
    private var isOlder = false
    /// The player has been told that the update is older.
    private var knowsOlder = false
    /// The browsers that the menu lists, and the one that the player is asked about.
    var browsers: [PairedBrowser] = []
    var chosenBrowser: PairedBrowser?
    /// The devices that the menu lists, and those that the player is asked about.
    var bonds: [Bond] = []
    var chosenBonds: [Bond] = []

    init(_ running: RunningConfiguration, _ link: LoopLink) { (self.running, self.link) = (running, link) }

    /// Handles a request of the menu.
    func serve(_ request: MenuRequest, card: Card) {
        switch request.task {
        case .export: ask(card, .export, request)
        case .pair: ask(card, .page(request.isAnswered ? .code : .browsers), request)
        case .forget: forget(card, request)
        case .allowPairing: ask(card, .bluetooth(.pair), request)
        case .beVisible: ask(card, .bluetooth(.visible), request)
        case .forgetPeer: forgetPeer(card, request)
        case .update: update(card, request)
        case .newPassword:
            // L6: it ends all links, so the player is asked first.
            if request.isAnswered { return ask(card, .wifi(.newPassword), request) }
            answer(request, .asksWhether(DisplayText("cuts all".unicodeScalars)))
        case .join: ask(card, .wifi(.join), request)
        default: edit(request)
        }
    }

    func answer(_ request: MenuRequest, _ what: MenuAnswer.What) {
        link.tell(.answerTask(MenuAnswer(asked: request.asked, what: what)))
    }

    func show(_ text: String, of request: MenuRequest) {
        answer(request, .result(DisplayText(text.unicodeScalars)))
    }
}

// MARK: - Presets

extension MenuTasks {
    private func edit(_ request: MenuRequest) {
        do throws(PresetEditing.Problem) {
            if request.isAnswered { try perform(request) } else { try begin(request) }
        } catch {
            Console.error("treadle: \(error.message)\n")
            show(error.short, of: request)
        }
    }

    /// Asks the player for what a task needs. Plans the edit with the proposed answer first, so that a refusal comes
    /// before the player enters anything by foot.
    private func begin(_ request: MenuRequest) throws(PresetEditing.Problem) {
        let name = try name(of: request)
        let editing = try running.editing()
        switch request.task {
        case .saveAs, .new:
            let proposed = editing.freeName(like: request.task == .new ? "New" : name)
            let edit: RunningConfiguration.Edit =
                request.task == .new ? .new(proposed) : .copy(to: proposed, request.states)
            _ = try running.plan(edit, of: request.preset)
            answer(request, .asksName(DisplayText(proposed.unicodeScalars)))
        case .rename:
            _ = try running.plan(.rename(to: editing.freeName(like: name)), of: request.preset)
            answer(request, .asksName(DisplayText(name.unicodeScalars)))
        case .number:
            let number = editing.number(of: name) ?? editing.freeNumber(after: name) ?? 0
            _ = try running.plan(.number(number), of: request.preset)
            answer(request, .asksNumber(UInt8(number)))
        default:
            _ = try running.plan(.delete, of: request.preset)
            answer(request, .asksWhether(DisplayText(name.unicodeScalars)))
        }
    }

    private func perform(_ request: MenuRequest) throws(PresetEditing.Problem) {
        let old = try name(of: request)
        let name = request.name.string
        switch request.task {
        case .saveAs: try running.perform(.copy(to: name, request.states), of: request.preset)
        case .new: try running.perform(.new(name), of: request.preset)
        case .rename: try running.perform(.rename(to: name), of: request.preset)
        case .number:
            try running.perform(.number(request.number), of: request.preset)
            return show("\(old) is \(request.number)", of: request)
        default:
            try running.perform(.delete, of: request.preset)
            return show("deleted", of: request)
        }
        show(name, of: request)
    }

    private func name(of request: MenuRequest) throws(PresetEditing.Problem) -> String {
        guard running.link.running.plan == running.current.plan, !request.preset.isNone else {
            throw PresetEditing.Problem("try again", "another configuration runs meanwhile")
        }
        return running.current.name(of: request.preset)
    }
}

// MARK: - Card

extension MenuTasks {
    func ask(_ card: Card, _ what: CardRequest, _ request: MenuRequest) {
        card(what) { [self] in
            switch $0 {
            case .noCard: show("no card", of: request)
            case .progress(let text): answer(request, .progress(DisplayText(text.unicodeScalars)))
            case .result(let text): show(text, of: request)
            case .browsers(let browsers): list(browsers, for: request)
            case .bonds(let bonds): list(bonds, for: request)
            case .update(let version, let isOlder):
                (self.isOlder, knowsOlder) = (isOlder, false)
                answer(request, .asksWhether(DisplayText(version.unicodeScalars)))
            }
        }
    }

    /// M17: a version that is older than the running one needs a second confirmation.
    private func update(_ card: Card, _ request: MenuRequest) {
        if !request.isAnswered { return ask(card, .findUpdate, request) }
        if isOlder && !knowsOlder {
            knowsOlder = true
            return answer(request, .asksWhether(DisplayText("is older".unicodeScalars)))
        }
        ask(card, .installUpdate(allowsOlder: isOlder), request)
    }
}

extension DisplayText {
    /// The text as a string.
    fileprivate var string: String {
        var string = ""
        for index in 0..<count {
            if let scalar = Unicode.Scalar(self[index]) { string.unicodeScalars.append(scalar) }
        }
        return string
    }
}
