import CPlatform

/// The name of the preset that ran last (P6): a file that is, after a power cut at any moment, the old or the new one
/// (E4). It is written when another preset is loaded and at no other time.
struct LastPreset {
    private let directory: String
    private var path: String { directory + "/.last-preset" }
    private var written: String?
    private var isReported = false

    init(in directory: String) { self.directory = directory }

    mutating func read() -> String? {
        guard let bytes = Console.read(path) else { return nil }
        let name = String(decoding: bytes, as: UTF8.self)
        written = name
        return name
    }

    /// Aside, to the disk, and only then in the place of the old one. A failure is said once.
    mutating func write(_ name: String) {
        if name == written { return }
        written = name
        var name = name
        let result = name.withUTF8 { treadle_replace_file(directory, ".last-preset", $0.baseAddress, $0.count) }
        if result < 0 && !isReported {
            let why = String(cString: treadle_error_message(result))
            Console.error("treadle: keeping the last preset in \(directory): \(why)\n")
        }
        isReported = result < 0
    }
}
