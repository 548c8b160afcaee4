import CPlatform
import Configuration
import Host
import Plan

/// The box as a USB device of a computer (I9): runs `treadle usb-device` as a child, and restarts a child that has
/// ended.
final class USBDeviceControl {
    /// Whether a computer uses the device.
    private(set) var hasComputer = false
    /// Outcomes of the drive that `OwnersDrive` has printed. `takeDrive` returns them.
    private var drive: [String] = []
    /// Why the ports are missing while no computer uses the device.
    private(set) var reason = "the USB device is being set up"
    /// Readable when `serve` has something to read; -1 while no child runs.
    var descriptor: Int32 { child.output }
    private var child: ChildProcess
    private var said: [UInt8] = []
    /// When a child is started, in ns; `UInt64.max` while one runs.
    private var startsAt: UInt64 = 0
    private var pause = USBDeviceControl.shortestPause
    private let words: [String]

    /// Nanoseconds from the end of a child to the start of the next child, doubled each time.
    private static let shortestPause: UInt64 = 1_000_000_000
    private static let longestPause: UInt64 = 60_000_000_000
    /// Nanoseconds that a child has to remove the device.
    private static let endTime: UInt64 = 1_000_000_000

    /// - Parameter executable: the program to run; tests pass another.
    init(_ box: BoxConfiguration, executable: String = "/proc/self/exe") {
        words = USBDeviceControl.words(for: box)
        child = ChildProcess(executable: executable)
    }

    deinit { child.end(killing: true) }

    /// The command line that sets up the USB device of a box.
    static func words(for box: BoxConfiguration) -> [String] {
        // With `=`, since a name may look like an option.
        var words = ["treadle", "usb-device", "--name=\(box.usbDeviceName)"]
        let ports = box.ports.filter { $0.isUSBDevice }
        switch ports.first?.wanted ?? .automatic {
        case .automatic: break
        case .midi1: words.append("--midi-1")
        case .midi2: words.append("--midi-2")
        }
        if box.usbDevice.drive { words.append("--drive") }
        if box.usbDevice.network { words.append("--network") }
        return words + ["--"] + ports.map { "\(($0.group ?? 0) + 1)=\($0.alias)" }
    }

    /// Starts the child if it is time, reads the child's output, and calls `changed` for each change: a computer that
    /// disconnects and reconnects between two calls is two changes.
    func serve(at now: UInt64, _ changed: () -> Void) {
        if !child.isRunning && now >= startsAt { start(now, changed) }
        while child.isRunning {
            switch child.read(1024) {
            case .nothing: return
            case .bytes(let bytes):
                said += bytes
                readLines(changed)
            case .ended:
                child.end(killing: false)
                hasComputer = false
                changed()
                return wait(now)
            }
        }
    }

    /// Returns the next outcome of the drive; nil if there is none.
    func takeDrive() -> String? { drive.isEmpty ? nil : drive.removeFirst() }

    /// Removes the device. Waits at most a second.
    func end() {
        startsAt = UInt64.max
        if !child.isRunning { return }
        _ = child.write(Array("end\n".utf8))
        let deadline = treadle_now() + USBDeviceControl.endTime
        while child.isRunning {
            let now = treadle_now()
            if now >= deadline {
                child.end(killing: true)
                return
            }
            child.waitForOutput(until: deadline, at: now)
            if case .ended = child.read(1024) { child.end(killing: false) }
        }
    }

    private func start(_ now: UInt64, _ changed: () -> Void) {
        if let problem = child.start(words) {
            reason = problem
            changed()
            return wait(now)
        }
        startsAt = UInt64.max
        said.removeAll()
    }

    private func readLines(_ changed: () -> Void) {
        while let end = said.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: said[..<end], as: UTF8.self)
            said.removeFirst(end + 1)
            let (failed, ofDrive) = ("failed ", "drive ")
            if line.utf8.starts(with: ofDrive.utf8) {
                drive.append(String(line.dropFirst(ofDrive.utf8.count)))
                continue
            }
            switch line {
            case "set up": reason = "no computer uses the USB device port"
            case "computer": (hasComputer, pause) = (true, USBDeviceControl.shortestPause)
            case "alone": hasComputer = false
            default:
                if line.utf8.starts(with: failed.utf8) { reason = String(line.dropFirst(failed.utf8.count)) }
            }
            changed()
        }
    }

    /// Starts a child after the pause, and doubles the pause.
    private func wait(_ now: UInt64) {
        startsAt = now + pause
        pause = min(2 * pause, USBDeviceControl.longestPause)
    }
}
