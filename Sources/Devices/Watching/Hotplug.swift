import CPlatform

/// Reports to the control thread when devices appear, disappear or become accessible, by watching the device directory
/// (inotify).
///
/// Plugging in one device makes several nodes, and udev changes their permissions a moment later. So changes are
/// collected until no event arrived for `settle`. `SequencerWatch` announces sequencer ports.
package struct Hotplug {
    /// The kinds of devices that may have changed.
    package struct Changes: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let sound = Changes(rawValue: 1)
        package static let serial = Changes(rawValue: 2)
        package static let gpio = Changes(rawValue: 4)
        package static let i2c = Changes(rawValue: 8)
        /// Events were lost, so that any device may have changed.
        package static let all: Changes = [.sound, .serial, .gpio, .i2c]
    }

    /// The time without events after which changes are reported, in ns.
    package static let settle: UInt64 = 30_000_000

    /// The descriptor. When it is readable, call `read`.
    package let fd: Int32
    /// When to call `take`, in ns of the caller's clock; nil while there are no events. Initially 0, so that
    /// permissions are checked at once.
    package private(set) var deadline: UInt64? = 0

    private var nodes: WatchedFolder
    private var soundNodes: WatchedFolder
    private var collected: Changes = []

    /// - Parameter root: the device directory. Its folder `snd` need not exist yet.
    package init(root: String = "/dev") throws(DeviceError) {
        let opened = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard opened >= 0 else {
            throw DeviceError.failed("inotify", doing: "opening", code: treadle_errno())
        }
        nodes = WatchedFolder(root) { !Hotplug.changes(by: $0).isEmpty && !Hotplug.isVirtualConsole($0) }
        guard nodes.watch(with: opened, permissions: true) else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError.failed(root, doing: "watching", code: code)
        }
        fd = opened
        soundNodes = WatchedFolder(root + "/snd") { _ in true }
        _ = soundNodes.watch(with: fd, permissions: true)
    }

    /// Reads all pending events.
    ///
    /// - Parameter now: the time in ns of a monotonic clock.
    package mutating func read(at now: UInt64) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = CPlatform.read(fd, &buffer, buffer.count)
            guard count > 0 else { break }
            var offset = 0
            while offset < count {
                offset += collect(buffer[offset..<count])
            }
        }
        if collected.isEmpty { return }
        deadline = now + Hotplug.settle
        // udev may change the permissions of a new node, or of a new folder `snd`, a moment later.
        _ = nodes.watch(with: fd, permissions: true)
        _ = soundNodes.watch(with: fd, permissions: true)
    }

    /// Returns and clears the collected changes if no event arrived for `settle`; else returns none.
    package mutating func take(at now: UInt64) -> Changes {
        guard let deadline, now >= deadline else { return [] }
        if !nodes.hasInaccessibleNode { _ = nodes.watch(with: fd, permissions: false) }
        if !soundNodes.hasInaccessibleNode { _ = soundNodes.watch(with: fd, permissions: false) }
        let changes = collected
        collected = []
        self.deadline = nil
        return changes
    }

    /// Collects the first event in the buffer, an inotify_event: watch, mask, cookie, length, name. Returns its size.
    private mutating func collect(_ event: ArraySlice<UInt8>) -> Int {
        let header = 16
        let (watch, mask, length) = event.withUnsafeBytes {
            (
                $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            )
        }
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            collected = .all
        } else if watch == soundNodes.number {
            collected.insert(.sound)
        } else if watch == nodes.number {
            let name = event.dropFirst(header).prefix(length).prefix { $0 != 0 }
            collected.formUnion(Hotplug.changes(by: String(decoding: name, as: UTF8.self)))
        }
        return header + length
    }

    /// Returns the kind of device to which a name in the device directory belongs.
    private static func changes(by name: String) -> Changes {
        if name == "snd" { return .sound }
        if name.hasPrefix("tty") { return .serial }
        if name.hasPrefix("gpiochip") { return .gpio }
        if name.hasPrefix("i2c-") { return .i2c }
        return []
    }

    /// Whether a name is a virtual console, tty0, tty1, …: only root may open them, and they carry no MIDI.
    private static func isVirtualConsole(_ name: String) -> Bool {
        name.hasPrefix("tty")
            && name.utf8.dropFirst(3).allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}
