import CPlatform
import Host

/// Reports changes of the configuration's files, for `run --watch`, by inotify.
///
/// Editors write a file in several steps and often replace it by another file. So folders are watched, and changes are
/// collected until there was none for `settle`. Other tools replace the whole folder of the configuration, so the
/// parent folder is watched for that folder's name.
struct ConfigurationWatch {
    /// The time without changes after which the files are read, in nanoseconds.
    static let settle: UInt64 = 100_000_000

    /// Readable when something has changed.
    let descriptor: Int32
    /// When to read the files, in nanoseconds; `UInt64.max` without changes. Starts at 0, because the files may have
    /// changed before the first watch.
    private(set) var deadline: UInt64 = 0
    /// The watches of the folders.
    private var numbers: [Int32] = []
    /// The watch of the parent of the box file's folder.
    private var numberAbove: Int32 = -1
    /// The working directory at the start. The process stays in it when another folder replaces it under this path.
    private let current: String
    private let above: (folder: String, name: [UInt8])

    /// Nil, after a message, if inotify cannot be used.
    ///
    /// - Parameter folder: the folder of the box file.
    init?(_ folder: String) {
        current = String(cString: treadle_current_folder())
        above = ConfigurationWatch.above(folder.utf8.first == UInt8(ascii: "/") ? folder : current + "/" + folder)
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor >= 0 { return }
        Console.error(
            "treadle: the files are not watched: \(String(cString: treadle_error_message(-treadle_errno())))\n")
        return nil
    }

    /// Splits the path of a folder into its parent folder and its name.
    private static func above(_ path: String) -> (folder: String, name: [UInt8]) {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
        parts.removeAll { $0 == [UInt8(ascii: ".")] }
        guard let name = parts.popLast() else { return ("/", []) }
        return (parts.map { "/" + String(decoding: $0, as: UTF8.self) }.joined() + "/", name)
    }

    /// Replaces the watched folders. A folder that does not exist is left out.
    mutating func watch(_ folders: [String]) {
        let events = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        let found = folders.map { inotify_add_watch(descriptor, $0, events) }
        let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MASK_ADD)
        numberAbove = inotify_add_watch(descriptor, above.folder, names)
        for number in numbers where !found.contains(number) && number != numberAbove {
            inotify_rm_watch(descriptor, number)
        }
        // Changes made in a new folder before it was watched would be missed.
        if found.contains(where: { $0 >= 0 && !numbers.contains($0) }) && deadline == UInt64.max {
            deadline = treadle_now() + ConfigurationWatch.settle
        }
        numbers = found.filter { $0 >= 0 }
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
                let watch = Int32(truncatingIfNeeded: ConfigurationWatch.number(rest, at: 0))
                let isFolder = watch == numberAbove && name.elementsEqual(above.name)
                // Relative paths must lead into the folder that now has this path.
                if isFolder { _ = chdir(current) }
                let isInside =
                    numbers.contains(watch)
                    && ConfigurationWatch.matters(name, ConfigurationWatch.number(rest, at: 4))
                if isFolder || isInside { deadline = now + ConfigurationWatch.settle }
                rest = rest.dropFirst(ConfigurationWatch.header + length)
            }
        }
    }

    /// Returns whether the files must be read now, and then forgets the changes.
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

    /// Whether a change may be one of the configuration. Hidden files belong to the box itself or to editors.
    private static func matters(_ name: ArraySlice<UInt8>, _ events: Int) -> Bool {
        // A new file counts when it has been written and closed.
        if events & Int(IN_CREATE) != 0 && events & Int(IN_ISDIR) == 0 { return false }
        return name.first != UInt8(ascii: ".") && name.last != UInt8(ascii: "~")
    }
}
