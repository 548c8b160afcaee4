import Configuration
import Host

/// The programs of the devices at the ports, saved in a file (U10).
package struct KeptPrograms {
    private var file: KeptText
    package private(set) var known: KnownPrograms

    package init(in folder: String) {
        file = KeptText("\(folder)/\(KnownPrograms.fileName)")
        known = KnownPrograms(text: file.read())
    }

    /// Saves the programs of the device at a port. Returns whether they differ from those before.
    package mutating func keep(_ programs: [KnownPrograms.Entry], of alias: String, at now: UInt64) -> Bool {
        if known.programs(of: alias) == programs { return false }
        known.set(programs, of: alias)
        file.keep(known.text, at: now)
        return true
    }

    /// Writes a waiting change if the rate allows it.
    package mutating func write(at now: UInt64) { file.write(at: now) }

    /// Writes a waiting change because the box ends.
    package mutating func end() { file.write(at: 0, isEnd: true) }
}
