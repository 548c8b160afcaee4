import CPlatform
import Configuration
import Devices
import HostSupport
import MIDI
import Panel
import Plan
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// The tasks of the menu in a box whose loop is turned by hand: gestures in, files and the display out (M12, M13, M14,
/// M16, M17, W4).
@Suite final class MenuTasksTests {
    private static let box = """
        treadle: 1   # the board
        ports: { keys: { match: k, direction: in }, synth: { match: s, direction: out } }
        clock: { send-when-stopped: false }
        start-preset: 1
        setlist: [First, Second]

        """
    private static let first = """
        name: First   # the left hand
        number: 1
        routings:
        - { name: Low, from: [keys], to: [synth], on-load: [{ send: program 5 }] }   # here

        """

    private let folder: TemporaryFolder
    private let running: RunningConfiguration
    private let tasks: MenuTasks
    /// What the box answers that has no card.
    private var card: MenuTasks.Card = { _, answer in answer(.noCard) }

    init() throws {
        folder = try TemporaryFolder([
            "box.yaml": Self.box, "presets/1.yaml": Self.first,
            "presets/2.yaml": "name: Second\nnumber: 2\nroutings: []\n",
            "presets/3.yaml": "name: Third\nroutings: []\n",
        ])
        let configuration = try Configuration.load(path: folder.path).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        let loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        running = RunningConfiguration(configuration, path: folder.path, LoopLink(loop))
        tasks = MenuTasks(running, running.link)
        loop.prepare(preset: configuration.preset(named: "First")!, tempo: nil, beginsWithPanic: false)
        turn()
    }

    private var engine: Engine { running.link.loop.engine }

    private func turn() {
        // Else the loop would wait for a message.
        running.link.wake()
        var ready = Loop.Ready()
        running.link.loop.turn(&ready)
        if let request = engine.takeTask() { tasks.serve(request, card: card) }
    }

    /// Makes a gesture; the control thread does what it is asked to, and the loop takes the answer.
    private func gesture(_ gestures: Menu.Gesture...) {
        for gesture in gestures {
            engine.menuGesture(gesture, at: treadle_now())
            engine.afterMenu()
            if let request = engine.takeTask() { tasks.serve(request, card: card) }
            turn()
        }
    }

    /// The rows of the display as text: the title, then the first entry and its value.
    private var shown: [String] {
        let picture = engine.menuPicture
        func string<let capacity: Int>(_ text: DisplayText<capacity>) -> String {
            (0..<text.count).map { String(Unicode.Scalar(text[$0]) ?? "?") }.joined()
        }
        if picture.count == 0 { return [string(picture.title)] }
        return [string(picture.title), string(picture[0].text), string(picture[0].value)]
    }

    /// Opens the menu, and chooses entries by their words.
    private func choose(_ words: String...) {
        if !engine.menu.menu.isOpen { gesture(.opens) }
        for word in words {
            for _ in 0..<128 where shown[1] != word && shown[2] != word { gesture(.step, .stepUp) }
            #expect(shown[1] == word || shown[2] == word, "\(shown)")
            gesture(.choose, .chooseUp)
        }
    }

    private var runningName: String { running.current.name(of: running.link.running.preset) }

    private func muteByHand() throws {
        let name = try #require(running.current.routingNames.firstIndex(of: "Low"))
        running.link.tell(.perform(.mute(UInt16(name), .on)))
        turn()
        #expect(engine.displayState.isModified)
    }

    /// Nothing is loaded: a mute by hand stays.
    @Test func aRunningPresetIsRenamedWithoutALoad() throws {
        try muteByHand()
        choose("Edit", "Rename")
        #expect(shown == ["RENAME", "First_", "done"])
        choose("delete", "Aa", "T", "done")
        #expect(shown == ["RENAME", "FirsT", ""])
        #expect(runningName == "FirsT" && engine.displayState.isModified)
        #expect(folder.text("presets/1.yaml") == Self.first.replacing("First", with: "FirsT"))
        #expect(folder.text("box.yaml") == Self.box.replacing("First", with: "FirsT"))
        #expect(!folder.names.contains(".treadle-edit"))
    }

    @Test func numbersAreExchangedWithoutALoad() throws {
        try muteByHand()
        choose("Edit", "Number")
        #expect(shown == ["NUMBER", "  1 First", ""])
        choose("  2 Second")
        #expect(shown == ["NUMBER", "First is 2", ""])
        #expect(engine.displayState.preset == 2 && engine.displayState.isModified)
        #expect(folder.text("presets/2.yaml") == "name: Second\nnumber: 1\nroutings: []\n")
    }

    @Test func theCopyHasTheChangesAndRuns() throws {
        try muteByHand()
        choose("Edit", "Save as")
        #expect(shown == ["SAVE AS", "First 2_", "done"])
        choose("done")
        #expect(shown == ["SAVE AS", "First 2", ""])
        #expect(runningName == "First 2" && engine.displayState.preset == 3 && !engine.displayState.isModified)
        #expect(folder.text("presets/1.yaml") == Self.first)
        let copy = folder.text("presets/first-2.yaml")
        #expect(copy?.contains("mute: true") == true && copy?.contains("name: First 2   # the left hand") == true)
    }

    @Test func aNewPresetRuns() {
        choose("Edit", "New", "done")
        #expect(runningName == "New" && engine.displayState.preset == 3)
        #expect(
            folder.text("presets/new.yaml")
                == "name: New\nnumber: 3\nroutings:\n- { from: [keys], to: [synth] }\n")
    }

    /// One that a set list names stays; the file of another is kept.
    @Test func aPresetIsDeletedAfterAQuestion() throws {
        choose("Edit", "Delete")
        #expect(shown == ["DELETE", "used in box.yaml", ""])
        running.link.tell(.perform(.load(try #require(running.current.preset(named: "Third")))))
        turn()
        gesture(.opens)
        choose("Edit", "Delete")
        #expect(shown == ["DELETE?", "No", "Third"])
        choose("No", "Delete", "Yes")
        #expect(shown == ["DELETE", "deleted", ""] && runningName == "First")
        #expect(folder.text("presets/3.yaml") == nil && folder.text("presets/3.yaml.before") != nil)
    }

    /// Refused before a name or number is entered.
    @Test(arguments: ["Save as", "New", "Rename", "Number", "Delete"]) func filesThatHaveChangedAreNotEdited(
        entry: String
    ) throws {
        try folder.write(Self.first + "# mine\n", "presets/1.yaml")
        choose("Edit", entry)
        #expect(shown == [entry.uppercased(), "files changed", ""])
        #expect(folder.text("presets/1.yaml") == Self.first + "# mine\n")
    }

    /// After a long press the answer finds nobody.
    @Test func aTaskThatWasLeftShowsNothing() {
        var answer: ((CardAnswer) -> Void)?
        card = { answer = $1 }
        choose("Export")
        #expect(shown == ["EXPORT", "...", ""])
        answer?(.progress("half"))
        turn()
        #expect(shown == ["EXPORT", "half", ""])
        gesture(.choose, .chooseLong, .chooseUp)
        answer?(.result("exported"))
        turn()
        #expect(shown[0] == "MENU")
    }

    @Test(arguments: ["Export", "Update"]) func aBoxWithoutACardSaysSo(entry: String) {
        choose(entry)
        #expect(shown == [entry.uppercased(), "no card", ""])
    }

    /// Gives the box a page with two browsers. Returns what the menu asks of the page.
    private func pairTwoBrowsers() -> () -> [PageTask] {
        var asked: [PageTask] = []
        engine.network.begin(DisplayText(), hasPage: true)
        card = { request, answer in
            guard case .page(let task) = request else { return answer(.noCard) }
            asked.append(task)
            switch task {
            case .browsers:
                let days = "2026-03-09 2026-03-10 all"
                let lines = ["1 \(days) iPhone, Safari", "no browser", "4 \(days) iPhone, Safari"]
                answer(.browsers(lines.compactMap { PairedBrowser($0) }))
            case .code: answer(.result("code 482913"))
            case .forget: answer(.result("forgotten"))
            }
        }
        return { asked }
    }

    /// W4: the code stands in the result, and then in the status.
    @Test func pairShowsTheCode() {
        let asked = pairTwoBrowsers()
        choose("Pair")
        #expect(shown == ["PAIR", "New code", ""])
        choose("New code")
        #expect(shown == ["PAIR", "code 482913", ""] && asked() == [.browsers, .code])
    }

    /// W4: the number tells two browsers of one name apart.
    @Test func aBrowserIsForgottenAfterItsQuestion() {
        let asked = pairTwoBrowsers()
        choose("Pair", "4 iPhone, Safari")
        #expect(shown == ["FORGET?", "No", "4 iPhone"])
        choose("No")
        #expect(shown == ["PAIR", "New code", ""] && asked() == [.browsers])
        choose("4 iPhone, Safari", "Yes")
        #expect(shown == ["FORGET", "forgotten", ""] && asked() == [.browsers, .forget(4)])
    }

    /// Gives the box two paired devices. Returns what the menu asks of Bluetooth.
    private func pairTwoDevices() -> () -> [BluetoothTask] {
        var asked: [BluetoothTask] = []
        let bonds = [1, 2].compactMap { Bond([1, $0, 0, 0, 0, 0, 0xC0, 1, 0, 0, 0, 0, 0], name: "Phone \($0)") }
        card = { request, answer in
            guard case .bluetooth(let task) = request else { return answer(.noCard) }
            asked.append(task)
            switch task {
            case .pair: answer(.result("pair within 2 min"))
            case .visible: answer(.result("visible"))
            case .bonds: answer(.bonds(bonds))
            case .forget: answer(.result("forgotten"))
            }
        }
        return { asked }
    }

    /// B16
    @Test(arguments: [
        ("Pair", "PAIR", "pair within 2 min", BluetoothTask.pair), ("Visible", "VISIBLE", "visible", .visible),
    ])
    func pageOfBluetoothAllowsPairing(entry: String, title: String, result: String, task: BluetoothTask) {
        let asked = pairTwoDevices()
        choose("Bluetooth")
        #expect(shown == ["BLUETOOT", "Pair", ""])
        choose(entry)
        #expect(shown == [title, result, ""] && asked() == [task])
    }

    /// B4: one device, or all, after a question.
    @Test(arguments: [("Phone 2", "Phone 2", [UInt8(2)]), ("All", "all", [1, 2])])
    func deviceIsForgottenAfterItsQuestion(entry: String, question: String, gone: [UInt8]) {
        let asked = pairTwoDevices()
        choose("Bluetooth", "Forget")
        #expect(shown == ["FORGET", "All", ""])
        choose(entry)
        #expect(shown == ["FORGET?", "No", question])
        choose("No")
        #expect(shown == ["BLUETOOT", "Pair", ""] && asked() == [.bonds])
        choose("Forget", entry, "Yes")
        #expect(shown == ["FORGET", "forgotten", ""])
        var forgotten: [UInt8] = []
        if case .forget(let bonds) = asked().last { forgotten = bonds.map { $0.record[1] } }
        #expect(forgotten == gone)
    }

    /// M17: an older version is asked for twice.
    @Test(arguments: [false, true]) func anUpdateIsInstalledAfterItsQuestions(isOlder: Bool) {
        var asked: [String] = []
        card = { request, answer in
            switch request {
            case .findUpdate: answer(.update(version: "1.2.0", isOlder: isOlder))
            case .installUpdate(let allowsOlder):
                asked.append("install \(allowsOlder)")
                answer(.result("restarts"))
            case .export, .page, .bluetooth, .wifi: asked.append("another task")
            }
        }
        choose("Update")
        #expect(shown == ["UPDATE?", "No", "1.2.0"])
        choose("Yes")
        if isOlder {
            #expect(shown == ["UPDATE?", "No", "is older"] && asked.isEmpty)
            choose("Yes")
        }
        #expect(shown == ["UPDATE", "restarts", ""] && asked == ["install \(isOlder)"])
    }
}
