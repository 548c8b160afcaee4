import Bluetooth
import CPlatform
import Configuration
import HostSupport
import Panel
import Testing

@testable import Box

/// Bluetooth on the control thread, without a process and without a loop: what it tells both is kept.
final class BluetoothBench {
    let folder: TemporaryFolder
    let control: BluetoothControl
    private let events: Events

    private final class Events {
        var orders: [RadioOrder] = []
        /// What the loop was told: `link 0`, `identify 0 ADDRESS`, `unlink 0`, `refused`.
        var told: [String] = []
        var linked: LinkedLine?
        var shown: [ShownPairingRow] = []
        var listed: [String] = []
    }

    static let second: UInt64 = 1_000_000_000
    static let phone = RadioAddress("D4:3A:2C:01:02:03/random")!
    static let piano = RadioAddress("C0:FF:EE:00:00:01/public")!

    /// - Parameter panel: the keys of footswitches, menu and display.
    init(_ panel: String = BluetoothBench.withMenu, bluetooth: String = "visible: true") throws {
        folder = try TemporaryFolder([:])
        let text = """
            treadle: 1
            ports:
              keys: { match: k, direction: in }
              piano: { bluetooth: "FP-30X*" }
              guests: { bluetooth: "*" }
            bluetooth: { \(bluetooth) }
            \(panel)
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [piano] }] }]

            """
        let box = try Configuration.load(text: text).get().box
        let settings = try #require(box.bluetooth)
        let events = Events()
        let loop = LinkLoop(
            link: { link, _ in
                events.told.append("link \(link.slot)")
                events.linked = link
            },
            identify: { events.told.append("identify \($0) \($1.text)") },
            unlink: { events.told.append("unlink \($0)") },
            show: { events.shown.append($0) },
            showRefusal: { events.told.append("refused") },
            list: { state, connected, rows in events.listed.append("\(state) \(connected) \(rows.count)") })
        control = BluetoothControl(
            box, settings, folder: folder.path, loop: loop, say: { events.orders.append($0) }, at: 0)
        self.events = events
    }

    static let withMenu = """
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }
        menu: { step: A, choose: B }
        display: { chip: hd44780 }
        """

    /// Returns the orders for the process since the last call.
    func takeOrders() -> [String] {
        defer { events.orders = [] }
        return events.orders.map { $0.text }
    }

    /// Returns what the loop was told since the last call.
    func takeTold() -> [String] {
        defer { events.told = [] }
        return events.told
    }

    var lastLinked: LinkedLine? { events.linked }
    var lastShown: ShownPairingRow? { events.shown.last }
    var lastListed: String? { events.listed.last }

    /// Lets the process say a line.
    func hear(_ line: String, socket: Int32 = -1, at now: UInt64 = 0) throws {
        let report = try #require(RadioReport(Array(line.utf8)[...]), "\(line)")
        control.handle(report, socket, at: now)
    }
}

/// A descriptor that stands for the socket of a link. A pipe tells whether it was closed, whatever number others get.
final class LinkSocket {
    let descriptor: Int32
    private let end: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(treadle_pipe(&ends) == 0)
        (end, descriptor) = (ends[0], ends[1])
    }

    deinit {
        if isOpen { close(descriptor) }
        close(end)
    }

    var isOpen: Bool {
        var ready: UInt32 = 0
        return treadle_poll([end], 1, 0, 0, &ready) == 0
    }
}
