import CPlatform
import Host

/// Keys whose signatures no longer count, because somebody else may have the keys (I5). A box merges its list with that
/// of each update that it installs, so the list only grows: neither an older update nor a backup makes it shorter.
package struct WithdrawnKeys: Equatable {
    /// The file in which the box saves them. The name is hidden, so no backup contains the file and no restore replaces
    /// it.
    package static let path = StateFolder.ofAppliance + "/.withdrawn-keys"
    /// The file of an image's list, beside the keys that the image trusts.
    package static let name = "withdrawn"

    package private(set) var numbers: [KeyNumber] = []

    package init() {}

    /// Reads the list in a file. Each line begins with a key, and the rest of the line is a comment. Other lines are
    /// skipped, so that a damaged line affects no other.
    package init(text: [UInt8]) {
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if let word = line.split(separator: " ").first, let number = KeyNumber(word) { insert(number) }
        }
    }

    /// Reads the list in a signed comment: the keys after `withdrawn:`, separated by blanks.
    ///
    /// - Returns: nil if a word is not a key, because a withdrawn key would then be missing.
    package init?(comment: [UInt8]) {
        let words = String(decoding: comment, as: UTF8.self).split(separator: " ")
        guard let mark = words.firstIndex(of: "withdrawn:") else { return }
        for word in words[(mark + 1)...] {
            guard let number = KeyNumber(word) else { return nil }
            insert(number)
        }
    }

    /// Reads the list that the box has saved; empty if there is none.
    package static func read(_ path: String = path) -> WithdrawnKeys {
        Console.readFile(path).map { WithdrawnKeys(text: $0) } ?? WithdrawnKeys()
    }

    package func contains(_ number: KeyNumber) -> Bool { numbers.contains(number) }

    package mutating func add(_ other: WithdrawnKeys) { for number in other.numbers { insert(number) } }

    private mutating func insert(_ number: KeyNumber) { if !contains(number) { numbers.append(number) } }

    /// Saves these keys together with those in the file. Returns false if they would not survive a power cut.
    package func keep(_ path: String = path) -> Bool {
        let old = WithdrawnKeys.read(path)
        var all = old
        all.add(self)
        if all == old { return true }
        var files = SafeFiles(SystemCalls())
        let text = all.numbers.map { $0.text + "\n" }.joined()
        return (try? files.write(Array(text.utf8), to: path)) != nil
    }
}
