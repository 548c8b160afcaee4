import Plan

/// The preset edits of the menu (M12): planned in memory and checked by compiling the whole configuration. The caller
/// writes the files.
package struct PresetEditing {
    /// The reason for refusing an edit: at most 20 characters for the display, and a message for standard error.
    package struct Problem: Error {
        package let short: String
        package let message: String

        package init(_ short: String, _ message: String) { (self.short, self.message) = (short, message) }
    }

    /// A file to write or to set aside.
    package struct Change {
        /// The path of the file.
        package let path: String
        /// The name relative to the box file.
        package let name: String
        /// The old content; nil for a new file.
        package let old: [UInt8]?
        /// The new content; nil for a file to set aside.
        package let new: [UInt8]?
        /// The hash of the new content; nil for a file to set aside.
        package var hash: UInt64? { new.map { Reader.hash($0) } }

        package init(path: String, name: String, old: [UInt8]?, new: [UInt8]?) {
            (self.path, self.name, self.old, self.new) = (path, name, old, new)
        }
    }

    package internal(set) var changes: [Change] = []
    let files: ConfigurationFiles
    let box: String
    let reader: Reader
    let knownGroups: [String: Int]

    /// - Parameters:
    ///   - path: a folder or a box file.
    ///   - hashes: hashes of the files when the running configuration was read.
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    package init(
        path: String, asRead hashes: [String: UInt64], knownGroups: [String: Int] = [:], drafts: DraftFiles? = nil
    ) throws(Problem) {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        try self.init(files, box: box, asRead: hashes, knownGroups: knownGroups)
    }

    init(
        _ files: ConfigurationFiles, box: String, asRead hashes: [String: UInt64], knownGroups: [String: Int] = [:]
    ) throws(Problem) {
        (self.files, self.box, self.knownGroups) = (files, box, knownGroups)
        do throws(LearnPlace.Problem) {
            reader = try PresetSaving.check(files, box, asRead: hashes)
        } catch {
            throw Problem("files changed", error.message)
        }
        if let fault = reader.log.sorted(showing: files).list.first(where: { $0.severity == .error }) {
            throw Problem("files have errors", fault.text)
        }
    }

    /// Checks the changes by compiling the configuration with them.
    ///
    /// - Parameter refusal: the beginning of the display's error message, to which the file name is added.
    func check(_ refusal: String = "error in") throws(Problem) {
        let after = changed(files)
        guard case .failure(let diagnostics) = Configuration.load(after, box: box, knownGroups: knownGroups) else {
            return
        }
        guard let fault = diagnostics.list.first(where: { $0.severity == .error }) else {
            throw Problem("files have errors", "the configuration would have errors")
        }
        let name = fault.file.split(separator: "/").last.map { String($0) } ?? fault.file
        throw Problem("\(refusal) \(name)", fault.text)
    }

    /// Returns files with the changes.
    func changed(_ files: ConfigurationFiles) -> ConfigurationFiles {
        var after = files
        for change in changes {
            if let new = change.new {
                after = .replacing(name: change.name, new, in: after)
            } else {
                after = .removing(name: change.name, in: after)
            }
        }
        return after
    }

    mutating func change(_ file: EditedFile) {
        let new = file.new
        if new != file.old {
            changes.append(Change(path: files.shown(file.name), name: file.name, old: file.old, new: new))
        }
    }
}

// MARK: - Names and numbers

extension PresetEditing {
    /// Returns an unused preset name, at most 20 characters long: `Verse 2` if there is a `Verse`.
    package func freeName(like name: String) -> String {
        let taken = reader.presets.map { $0.name }
        if !taken.contains(name) && name.unicodeScalars.count <= PresetEditing.nameLength { return name }
        // A number at the end is replaced: `Verse 2` becomes `Verse 3`.
        var words = name.split(separator: " ")
        if words.count > 1, words[words.count - 1].utf8.allSatisfy({ 48...57 ~= $0 }) { words.removeLast() }
        var number = 2
        while true {
            let end = " \(number)"
            var scalars = Array(words.joined(separator: " ").unicodeScalars)
            scalars = Array(scalars.prefix(PresetEditing.nameLength - end.unicodeScalars.count))
            var new = ""
            new.unicodeScalars.append(contentsOf: scalars)
            if !taken.contains(new + end) { return new + end }
            number += 1
        }
    }

    /// The largest length in characters of a name entered with footswitches.
    static let nameLength = 20

    /// Returns the next free preset number above that of a preset, else the lowest free one; nil if none is free.
    package func freeNumber(after name: String) -> Int? {
        let taken = reader.presets.compactMap { $0.number }
        let own = reader.presets.first { $0.name == name }?.number ?? 0
        return (own...127).first { $0 > own && !taken.contains($0) }
            ?? (1...127).first { !taken.contains($0) } ?? (taken.contains(0) ? nil : 0)
    }

    /// Returns the number of a preset; nil if it has none.
    package func number(of name: String) -> Int? { reader.presets.first { $0.name == name }?.number }

    func checkIsFree(_ name: String) throws(Problem) {
        if reader.presets.contains(where: { $0.name == name }) {
            throw Problem("name is taken", "another preset is called \(clipped(name))")
        }
    }
}
