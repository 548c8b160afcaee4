import CPlatform
import Configuration
import Engine
import Host
import Loop
import MIDI
import MIDICI
import Plan
import Routing
import Upkeep

/// The control thread's part of MIDI-CI (U9, U10): passes the messages that ports have received to the state machine
/// `CIDevice`, and the messages of `CIDevice` to the ports.
final class CIControl {
    var device: CIDevice
    let link: LoopLink
    private var gathered = GatheredInquiries()
    /// The connection of each place, as last reported to the device; nil: the place has no MIDI-CI.
    var places = [Connection?](repeating: nil, count: Limits.ports)
    /// Places whose port has not sent all output yet, one bit each.
    var busy: UInt32 = 0
    /// When to ask the loop whether busy places have sent everything, in ns; `UInt64.max`: no need.
    var askAt = UInt64.max
    /// Whether the loop was asked and has not answered yet.
    var isAsking = false
    /// Nanoseconds until the loop is asked again: longer while a port accepts nothing.
    var askingPause = CIControl.leastAskingPause
    /// When subscribers may be notified of preset and tempo again, in ns, and whether a change waits for that.
    var tellAt: UInt64 = 0
    var hasChange = false
    /// The last known programs of the devices (U10).
    var kept: KeptPrograms
    /// The number of the reload whose presets the device knows.
    var reading: Int?
    /// The hashes of the files whose states the device knows.
    var stateHashes: [String: UInt64]?
    /// Whether the known programs have changed.
    var hasNewPrograms = false
    /// Requests of peers that the box has to perform.
    var requests: [CIRequest] = []

    /// A connection of a place. A different connection means a different device.
    struct Connection: Equatable {
        /// How often the port was opened; 0 for a network port, which is one connection from its first peer to its
        /// last.
        var openings = 0
        var port = 0
        /// Whether the other end may read and replace the files of the configuration.
        var servesState = false
    }

    /// Nanoseconds between two notifications of a resource (U9).
    static let tellingPause: UInt64 = 100_000_000
    /// Shortest and longest pause before a busy place is checked again, in ns. With the shortest pause, a fast port
    /// gets 250 chunks a second, which leaves the wire and the loop to the music.
    static let leastAskingPause: UInt64 = 4_000_000
    static let mostAskingPause: UInt64 = 128_000_000

    /// Whether the box asks which devices are at its ports. A simulated box only answers.
    let asks: Bool

    /// - Parameter folder: the folder in which known programs are stored.
    init(_ box: BoxConfiguration, _ link: LoopLink, folder: String, asks: Bool) {
        (self.link, self.asks) = (link, asks)
        var random: UInt64 = treadle_now()
        _ = treadle_random(&random, 8)
        device = CIDevice(CIControl.settings(box), random: random)
        kept = KeptPrograms(in: folder)
        link.loop.engine.router.answersInquiries = true
    }

    /// The identity that the box reports.
    private static func settings(_ box: BoxConfiguration) -> CISettings {
        let identity = CIIdentity(
            manufacturer: box.midiCI.manufacturer, family: box.midiCI.family, model: box.midiCI.model,
            revision: revision(Treadle.version))
        return CISettings(identity: identity, productInstance: box.name, versionName: Treadle.version)
    }

    /// Packs the numbers of a version, such as 1.12.0, into four bytes of 7 bits.
    static func revision(_ version: String) -> UInt32 {
        var bytes: [UInt32] = [0]
        for byte in version.utf8 {
            if 0x30...0x39 ~= byte {
                bytes[bytes.count - 1] = min(bytes[bytes.count - 1] * 10 + UInt32(byte - 0x30), 127)
            } else if bytes.count < 4 {
                bytes.append(0)
            } else {
                break
            }
        }
        while bytes.count < 4 { bytes.append(0) }
        return bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
    }

    /// When `serve` has something to do, in nanoseconds.
    var deadline: UInt64 {
        var deadline = min(device.deadline, askAt)
        if hasChange { deadline = min(deadline, tellAt) }
        return deadline
    }

    /// Handles what ports have received, and does what is due.
    ///
    /// - Parameter alias: returns the alias of a port, by its index in the box file.
    func serve(_ alias: (Int) -> String?, at now: UInt64) {
        while let piece = link.loop.inquiries.pop() {
            if let message = gathered.add(piece) { device.receive(message, on: piece.port.position, at: now) }
        }
        device.advance(to: now)
        tellChange(at: now)
        while let request = device.nextRequest() { requests.append(request) }
        while let notice = device.nextNotice() { handle(notice, alias, at: now) }
        kept.write(at: now)
        if askAt <= now { ask() }
    }

    /// Drops the unfinished message of a place whose port was disconnected.
    func forgetOpen(_ place: Int) { gathered.forget(PortIndex(place)) }

    /// Number of MIDI-CI messages that were cut, too long or too fast (U11), or found no room on their way out.
    var lost: UInt64 {
        let counters = device.counters
        return gathered.cut + link.counters.droppedInquiries + counters.droppedInquiries + counters.droppedOutputs
    }

    /// Ends MIDI-CI: tells all peers that the box's MUIDs are no longer valid.
    func end(at now: UInt64) {
        device.end()
        busy = 0
        send(at: now)
        kept.end()
    }
}
