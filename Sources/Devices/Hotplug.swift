import CPlatform

/// Tells the control thread that devices came or went, or may be opened now, by watching the device directory (inotify).
///
/// Plugging in one device makes several nodes, and udev changes their rights a moment later; so changes are collected
/// until it has been quiet for `settle`. Sequencer ports are announced by `SequencerWatch` instead.
public struct Hotplug {
    /// What may have changed.
    public struct Changes: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let sound = Changes(rawValue: 1)
        public static let serial = Changes(rawValue: 2)
        public static let gpio = Changes(rawValue: 4)
        public static let i2c = Changes(rawValue: 8)
        /// Some were lost: look at everything.
        public static let all: Changes = [.sound, .serial, .gpio, .i2c]
    }

    /// How long it has to be quiet, in ns.
    public static let settle: UInt64 = 30_000_000

    /// To wait for, readable; then call `read`.
    public let fd: Int32
    /// When to call `take`, in ns of the caller's clock; nil while nothing happened. At first 0, for a look at rights.
    public private(set) var deadline: UInt64? = 0

    private var nodes: WatchedFolder
    private var soundNodes: WatchedFolder
    private var collected: Changes = []

    /// - Parameter root: the device directory; /dev/snd below it need not be there yet.
    public init(root: String = "/dev") throws(DeviceError) {
        let opened = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard opened >= 0 else {
            throw DeviceError.failed("inotify", doing: "opening", code: treadle_errno())
        }
        nodes = WatchedFolder(root) { !Hotplug.changes(by: $0).isEmpty && !Hotplug.isVirtualConsole($0) }
        guard nodes.watch(with: opened, rights: true) else {
            let code = treadle_errno()
            CPlatform.close(opened)
            throw DeviceError.failed(root, doing: "watching", code: code)
        }
        fd = opened
        soundNodes = WatchedFolder(root + "/snd") { _ in true }
        _ = soundNodes.watch(with: fd, rights: true)
    }

    /// Takes all events there are.
    ///
    /// - Parameter now: in ns of a clock that does not go back.
    public mutating func read(at now: UInt64) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = CPlatform.read(fd, &buffer, buffer.count)
            guard count > 0 else { break }
            var offset = 0
            while offset < count {
                offset += note(buffer[offset..<count])
            }
        }
        if collected.isEmpty { return }
        deadline = now + Hotplug.settle
        // A node that is new may be one that udev opens to its users a moment later; and so may a folder of sound.
        _ = nodes.watch(with: fd, rights: true)
        _ = soundNodes.watch(with: fd, rights: true)
    }

    /// What changed, once it has been quiet long enough; empty before.
    public mutating func take(at now: UInt64) -> Changes {
        guard let deadline, now >= deadline else { return [] }
        if !nodes.hasClosedNode { _ = nodes.watch(with: fd, rights: false) }
        if !soundNodes.hasClosedNode { _ = soundNodes.watch(with: fd, rights: false) }
        let changes = collected
        collected = []
        self.deadline = nil
        return changes
    }

    public func close() {
        CPlatform.close(fd)
    }

    /// Notes the first event in the buffer, an inotify_event: watch, mask, cookie, length, name. Returns its size.
    private mutating func note(_ event: ArraySlice<UInt8>) -> Int {
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

    /// What a name in the device directory stands for.
    private static func changes(by name: String) -> Changes {
        if name == "snd" { return .sound }
        if name.hasPrefix("tty") { return .serial }
        if name.hasPrefix("gpiochip") { return .gpio }
        if name.hasPrefix("i2c-") { return .i2c }
        return []
    }

    /// tty0, tty1, …: only root may open them, and they play nothing.
    private static func isVirtualConsole(_ name: String) -> Bool {
        name.hasPrefix("tty")
            && name.utf8.dropFirst(3).allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}
