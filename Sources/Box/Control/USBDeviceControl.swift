import CPlatform
import Configuration
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
    private(set) var descriptor: Int32 = -1
    private var input: Int32 = -1
    private var child: Int32 = -1
    private var said: [UInt8] = []
    /// When a child is started, in ns; `UInt64.max` while one runs.
    private var startsAt: UInt64 = 0
    private var pause = USBDeviceControl.shortestPause
    private let words: [String]
    private let executable: String

    /// Nanoseconds from the end of a child to the start of the next child, doubled each time.
    private static let shortestPause: UInt64 = 1_000_000_000
    private static let longestPause: UInt64 = 60_000_000_000
    /// Nanoseconds that a child has to remove the device.
    private static let endTime: UInt64 = 1_000_000_000

    /// - Parameter executable: the program to run; tests pass another.
    init(_ box: BoxConfiguration, executable: String = "/proc/self/exe") {
        words = USBDeviceControl.words(for: box)
        self.executable = executable
    }

    deinit { forget(killing: true) }

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
        if child < 0 && now >= startsAt { start(now, changed) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        while descriptor >= 0 {
            let count = treadle_read(descriptor, &bytes, bytes.count)
            if count == -Int(EINTR) { continue }
            if count == -Int(EAGAIN) { return }
            if count <= 0 {
                forget(killing: false)
                hasComputer = false
                changed()
                return wait(now)
            }
            said += bytes[..<Int(count)]
            takeLines(changed)
        }
    }

    /// Returns the next outcome of the drive; nil if there is none.
    func takeDrive() -> String? { drive.isEmpty ? nil : drive.removeFirst() }

    /// Removes the device. Waits at most a second.
    func end() {
        startsAt = UInt64.max
        if child < 0 { return }
        _ = treadle_write(input, Array("end\n".utf8), 4)
        let deadline = treadle_now() + USBDeviceControl.endTime
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let now = treadle_now()
            if now >= deadline { return forget(killing: true) }
            var ready: UInt32 = 0
            _ = treadle_poll([descriptor], 1, 0, Int32((deadline - now) / 1_000_000 + 1), &ready)
            // The child closes its standard output when it ends.
            if treadle_read(descriptor, &bytes, bytes.count) == 0 { return forget(killing: false) }
        }
    }

    private func start(_ now: UInt64, _ changed: () -> Void) {
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        copies.append(nil)
        defer { for copy in copies { free(copy) } }
        let result = treadle_child_start(executable, copies, &input, &descriptor)
        if result < 0 {
            reason = String(cString: treadle_error_message(result))
            changed()
            return wait(now)
        }
        (child, startsAt) = (result, UInt64.max)
        said.removeAll()
    }

    private func takeLines(_ changed: () -> Void) {
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

    private func forget(killing: Bool) {
        if child < 0 { return }
        close(input)
        treadle_child_end(child, killing ? 1 : 0)
        close(descriptor)
        (child, descriptor, input) = (-1, -1, -1)
    }
}
