import CPlatform

/// Tells when files of the configuration have changed, for `run --watch`, by inotify.
///
/// Editors write a file in several steps and often put another one in its place. So folders are watched, and changes are
/// collected until there was none for `settle`.
struct ConfigurationWatch {
    /// The time without changes after which the files are read, in nanoseconds.
    static let settle: UInt64 = 100_000_000

    /// Readable when something has changed.
    let descriptor: Int32
    /// When to read the files, in nanoseconds; `UInt64.max` without changes. At first 0: the files may have changed
    /// since they were read.
    private(set) var deadline: UInt64 = 0

    /// Nil, after a message, if the kernel has no watch left.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor >= 0 { return }
        Console.error(
            "treadle: the files are not watched: \(String(cString: treadle_error_message(-treadle_errno())))\n")
        return nil
    }

    /// Watches folders, those too that are watched already. A folder that does not exist is left out.
    func watch(_ folders: [String]) {
        let events = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        for folder in folders { _ = inotify_add_watch(descriptor, folder, events) }
    }

    /// Reads all changes.
    mutating func read(at now: UInt64) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = CPlatform.read(descriptor, &buffer, buffer.count)
            if count <= 0 { return }
            var rest = buffer[..<count]
            while rest.count >= ConfigurationWatch.header {
                let length = ConfigurationWatch.number(rest, at: 12)
                let name = rest.dropFirst(ConfigurationWatch.header).prefix(length).prefix { $0 != 0 }
                if ConfigurationWatch.matters(name, ConfigurationWatch.number(rest, at: 4)) {
                    deadline = now + ConfigurationWatch.settle
                }
                rest = rest.dropFirst(ConfigurationWatch.header + length)
            }
        }
    }

    /// Whether the files must be read now. The changes are forgotten then.
    mutating func take(at now: UInt64) -> Bool {
        if now < deadline { return false }
        deadline = UInt64.max
        return true
    }

    /// Bytes of `struct inotify_event` before the name.
    private static let header = 16

    private static func number(_ event: ArraySlice<UInt8>, at place: Int) -> Int {
        let bytes = event.dropFirst(place).prefix(4)
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether a change may be one of the configuration. Hidden files are those of the box itself and of editors.
    private static func matters(_ name: ArraySlice<UInt8>, _ events: Int) -> Bool {
        // A new file is waited for until it is written.
        if events & Int(IN_CREATE) != 0 && events & Int(IN_ISDIR) == 0 { return false }
        return name.first != UInt8(ascii: ".") && name.last != UInt8(ascii: "~")
    }
}
