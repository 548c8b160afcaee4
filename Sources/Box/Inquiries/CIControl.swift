import CPlatform
import Configuration
import Engine
import Loop
import MIDI
import MIDICI
import Program
import Routing

/// The control thread's part of MIDI-CI (U9, U10): brings the messages that ports have received to the state machine
/// `CIDevice`, and its messages to the ports.
final class CIControl {
    var device: CIDevice
    let link: LoopLink
    private var gathered = GatheredInquiries()
    /// What each place was when it was last told to the device; nil: it has no MIDI-CI now.
    var places = [Connection?](repeating: nil, count: Limits.ports)
    /// Places that have not sent all that they were given yet, one bit each.
    var busy: UInt32 = 0
    /// When to ask the loop whether busy places have sent everything; `UInt64.max`: not.
    var askAt = UInt64.max
    /// The loop was asked and has not answered yet.
    var isAsking = false
    /// How long to wait before the loop is asked again: longer while a port takes nothing.
    var askingPause = CIControl.leastAskingPause
    /// When a change of preset and tempo may be told to subscribers again, and whether one waits.
    var tellAt: UInt64 = 0
    var hasChange = false
    /// The programs of the devices as known last (U10).
    var kept: KeptPrograms
    /// The reading of the configuration whose presets the device knows.
    var reading: Int?
    /// The hashes of the files whose states the device knows.
    var stateHashes: [String: UInt64]?
    /// Other programs are known than before.
    var hasNewPrograms = false
    /// What peers ask for and the box has to do.
    var requests: [CIRequest] = []

    /// A connection of a place: another one is another device.
    struct Connection: Equatable {
        /// How often the port was opened; 0 for a network port, which is one connection from its first peer to its last.
        var openings = 0
        var port = 0
        /// The other end may read and replace the files of the configuration.
        var servesState = false
    }

    /// Nanoseconds between two notifications of a resource (U9).
    static let tellingPause: UInt64 = 100_000_000
    /// Nanoseconds after which a busy place is looked at again, at first and at most. So a fast port gets 250 chunks a
    /// second, which leaves the wire and the loop to the music.
    static let leastAskingPause: UInt64 = 4_000_000
    static let mostAskingPause: UInt64 = 128_000_000

    /// Whether the box asks who is at a port. A simulated box only answers.
    let asks: Bool

    /// - Parameter folder: the folder of kept texts.
    init(_ box: BoxConfiguration, _ link: LoopLink, folder: String, asks: Bool) {
        (self.link, self.asks) = (link, asks)
        var random: UInt64 = treadle_now()
        _ = treadle_random(&random, 8)
        device = CIDevice(CIControl.settings(box), random: random)
        kept = KeptPrograms(in: folder)
        link.loop.pointee.engine.router.pointee.answersInquiries = true
    }

    /// What the box says of itself.
    private static func settings(_ box: BoxConfiguration) -> CISettings {
        let identity = CIIdentity(
            manufacturer: box.midiCI.manufacturer, family: box.midiCI.family, model: box.midiCI.model,
            revision: revision(TreadleCommand.version))
        return CISettings(identity: identity, productInstance: box.name, versionName: TreadleCommand.version)
    }

    /// The numbers of a version, such as 1.12.0, in four bytes of 7 bits.
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

    /// Takes what has come, and does what is due.
    ///
    /// - Parameter alias: of each port, by its index in the box file.
    func serve(_ alias: (Int) -> String?, at now: UInt64) {
        while let piece = link.loop.pointee.inquiries.pop() {
            if let message = gathered.take(piece) { device.receive(message, on: piece.port.position, at: now) }
        }
        device.advance(to: now)
        tellChange(at: now)
        while let request = device.nextRequest() { requests.append(request) }
        while let notice = device.nextNotice() { take(notice, alias, at: now) }
        kept.write(at: now)
        if askAt <= now { ask() }
    }

    /// Forgets the open message of a place whose port has gone.
    func forgetOpen(_ place: Int) { gathered.forget(PortIndex(place)) }

    /// MIDI-CI messages that were cut, too long or came too fast.
    var lost: UInt64 { gathered.cut + link.counters.droppedInquiries }

    /// The box ends: its numbers are no longer valid.
    func end(at now: UInt64) {
        device.end()
        busy = 0
        send(at: now)
        kept.end()
    }
}
