import CPlatform
import Host

/// The watchdog that resets the machine when it is not fed (I6). Process 1 opens it and passes the descriptor to the
/// box, whose control thread feeds it while the loop gives signs of life. The watchdog stays on until the machine
/// restarts, so a restart that hangs also ends.
struct HardwareWatchdog {
    /// The time from the last feeding to the reset, in s. The Raspberry Pi's watchdog allows at most 15.
    static let time: Int32 = 15

    let file: Int32
    private var seenAnswers: UInt64 = 0

    init(file: Int32) {
        self.file = file
        // Children of the box must not inherit the descriptor.
        treadle_close_on_exec(file)
    }

    /// Opens the hardware's watchdog, else the kernel's own. Returns nil if there is no watchdog, or with
    /// `treadle_watchdog=off` on the kernel command line: the emulated Raspberry Pi resets as soon as its watchdog is
    /// opened.
    static func open() -> Int32? {
        if let setting = getenv("treadle_watchdog"), String(cString: setting) == "off" { return nil }
        guard let name = chosen(among: identities()) else { return nil }
        let file = treadle_open_shared("/dev/\(name)", O_WRONLY)
        if file < 0 {
            Console.error("treadle: /dev/\(name): \(String(cString: treadle_error_message(treadle_errno())))\n")
            return nil
        }
        let error = treadle_watchdog_set(file, time)
        if error < 0 { Console.error("treadle: /dev/\(name): \(String(cString: treadle_error_message(error)))\n") }
        return file
    }

    /// The name of the watchdog to use.
    ///
    /// - Parameter found: the names in /dev with the identities of the drivers.
    static func chosen(among found: [(name: String, identity: String)]) -> String? {
        (found.first { $0.identity != "Software Watchdog" } ?? found.first)?.name
    }

    private static func identities() -> [(name: String, identity: String)] {
        let folder = "/sys/class/watchdog"
        return FolderNames.visible(in: folder).map { name in
            let identity = Console.readFile("\(folder)/\(name)/identity") ?? []
            return (name, String(decoding: identity.prefix { $0 >= 0x20 }, as: UTF8.self))
        }
    }

    /// Feeds the watchdog if the loop has given a sign of life since the last call (E3).
    ///
    /// - Parameter answers: number of signs of life that the loop has given.
    mutating func feed(_ answers: UInt64) {
        if answers == seenAnswers { return }
        seenAnswers = answers
        _ = treadle_watchdog_feed(file)
    }
}
