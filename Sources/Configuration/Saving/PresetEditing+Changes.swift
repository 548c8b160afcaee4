import Plan

extension PresetEditing {
    /// Renames a preset in its own file and wherever another file names it.
    package mutating func rename(_ old: String, to new: String) throws(Problem) {
        if old == new { return }
        try checkIsFree(new)
        for name in [box] + files.list("presets", ending: ".yaml") {
            guard var file = EditedFile(name, in: files) else { continue }
            let presets = name == box ? PresetEditing.presets(inBox: file.root) : [file.root]
            for preset in presets {
                if PresetEditing.name(of: preset) == old { file.set("name", to: new, in: preset) }
                file.replaceNames(old, by: new, in: PresetEditing.value("insert", of: preset))
                file.replaceActions(old, by: new, in: PresetEditing.value("assignments", of: preset))
            }
            if name == box { renameInBox(old, new, &file) }
            change(file)
        }
        try check()
        if changes.isEmpty { throw Problem("not renamed", "\(clipped(old)) is in no file") }
    }

    private func renameInBox(_ old: String, _ new: String, _ file: inout EditedFile) {
        if let start = PresetEditing.value("start-preset", of: file.root), isName(start) {
            file.replaceNames(old, by: new, in: start)
        }
        file.replaceNames(old, by: new, in: PresetEditing.value("setlist", of: file.root))
        file.replaceActions(old, by: new, in: PresetEditing.value("assignments", of: file.root))
    }

    /// Whether `start-preset` is a name. Unquoted, `last` is a word, and the number of a preset is a number.
    private func isName(_ start: YAMLNode) -> Bool {
        guard let text = start.text, !start.isQuoted else { return true }
        if text == "last" { return false }
        return Decimal.whole(text, signed: false).map { number in !reader.presets.contains { $0.number == number } }
            ?? true
    }

    /// Changes a preset's number. If another preset has the new number, it gets the old one, else the lowest free one.
    package mutating func number(_ name: String, _ number: Int) throws(Problem) {
        let old = reader.presets.first { $0.name == name }?.number
        if old == number { return }
        var wanted = [name: number]
        if let other = reader.presets.first(where: { $0.number == number })?.name {
            guard let free = old ?? freeNumber(after: name) else {
                throw Problem("no number free", "all numbers are taken")
            }
            wanted[other] = free
        }
        for file in [box] + files.list("presets", ending: ".yaml") {
            guard var edited = EditedFile(file, in: files) else { continue }
            for preset in file == box ? PresetEditing.presets(inBox: edited.root) : [edited.root] {
                if let number = wanted[PresetEditing.name(of: preset)] {
                    edited.set("number", to: "\(number)", in: preset)
                }
            }
            change(edited)
        }
        try check()
    }

    /// Copies a preset with its unsaved changes into a new file (M12). Changes to routings of inserted presets are
    /// left out, because those routings are in other files.
    package mutating func copy(
        _ preset: String, to name: String, _ states: SavedStates, learnt: LearntValues?, asRead hashes: [String: UInt64]
    ) throws(Problem) {
        try checkIsFree(name)
        let source = try file(of: preset, for: "copied")
        let saved: PresetSaving
        do throws(LearnPlace.Problem) {
            saved = try PresetSaving(files, box: box, preset: preset, states, asRead: hashes, learnt: learnt)
        } catch {
            throw Problem("not copied", error.message)
        }
        let text = saved.files.first { $0.name == source }?.new
        let changed = text.map { ConfigurationFiles.replacing(name: source, $0, in: files) } ?? files
        guard var copy = EditedFile(source, in: changed) else {
            throw Problem("not copied", "\(files.shown(source)) cannot be read")
        }
        let number = freeNumber(after: preset)
        copy.set("name", to: name, in: copy.root)
        if let number {
            copy.set("number", to: "\(number)", in: copy.root)
        } else {
            copy.remove("number", in: copy.root)
        }
        try add(copy.new, name)
    }

    /// Adds a preset that routes every input to all other outputs.
    ///
    /// - Parameter running: the preset after whose number the new preset gets a free number.
    package mutating func addThrough(_ name: String, after running: String) throws(Problem) {
        try checkIsFree(name)
        var text = "name: \(EditedFile.scalar(name, quote: nil))\n"
        if let number = freeNumber(after: running) { text += "number: \(number)\n" }
        var routings = ""
        for port in reader.box.ports where port.receives {
            let others = reader.box.ports.filter { $0.sends && $0.alias != port.alias }
            if others.isEmpty { continue }
            let to = others.map { EditedFile.scalar($0.alias, quote: nil) }.joined(separator: ", ")
            routings += "- { from: [\(EditedFile.scalar(port.alias, quote: nil))], to: [\(to)] }\n"
        }
        text += routings.isEmpty ? "routings: []\n" : "routings:\n" + routings
        try add(Array(text.utf8), name)
    }

    private mutating func add(_ text: [UInt8], _ preset: String) throws(Problem) {
        let name = freeFile(for: preset)
        changes = [Change(path: files.shown(name), name: name, old: nil, new: text)]
        try check()
    }

    /// Sets a preset's file aside. Refuses the last preset, and a preset that another file names.
    package mutating func delete(_ preset: String) throws(Problem) {
        if reader.presets.count < 2 { throw Problem("last preset", "\(clipped(preset)) is the only preset") }
        let name = try file(of: preset, for: "deleted")
        guard case .bytes(let old) = files.read(name) else {
            throw Problem("not deleted", "\(files.shown(name)) cannot be read")
        }
        changes = [Change(path: files.shown(name), name: name, old: old, new: nil)]
        try check("used in")
    }
}

// MARK: - Files

extension PresetEditing {
    /// Returns the name of the file that contains only this preset.
    private func file(of preset: String, for what: String) throws(Problem) -> String {
        for name in files.list("presets", ending: ".yaml") {
            if let file = EditedFile(name, in: files), PresetEditing.name(of: file.root) == preset { return name }
        }
        let name = box.split(separator: "/").last.map { String($0) } ?? box
        throw Problem(
            "stands in \(name)",
            "\(clipped(preset)) stands in \(files.shown(box)); only a preset with a file of its own can be \(what) here"
        )
    }

    /// Returns an unused file name for a preset: its letters and digits, and a number if that name exists.
    private func freeFile(for preset: String) -> String {
        var letters: [UInt8] = []
        for byte in preset.utf8 {
            let small = 65...90 ~= byte ? byte + 32 : byte
            if 97...122 ~= small || 48...57 ~= small {
                letters.append(small)
            } else if letters.last != UInt8(ascii: "-") && !letters.isEmpty {
                letters.append(UInt8(ascii: "-"))
            }
        }
        if letters.last == UInt8(ascii: "-") { letters.removeLast() }
        let stem = letters.isEmpty ? "preset" : String(decoding: letters, as: UTF8.self)
        let taken = files.list("presets", ending: ".yaml")
        var (name, number) = ("presets/\(stem).yaml", 2)
        while taken.contains(name) {
            name = "presets/\(stem)-\(number).yaml"
            number += 1
        }
        return name
    }

    static func presets(inBox root: YAMLNode) -> [YAMLNode] {
        guard case .sequence(let items)? = value("presets", of: root)?.content else { return [] }
        return items.filter { !$0.isAlias }
    }

    static func name(of preset: YAMLNode) -> String { value("name", of: preset)?.text?.string ?? "" }

    static func value(_ key: String, of mapping: YAMLNode) -> YAMLNode? {
        guard case .mapping(let entries) = mapping.content else { return nil }
        return entries.first { $0.key.string == key && !$0.isMerged }?.value
    }
}

// MARK: - Names in other places

extension EditedFile {
    /// Replaces a name wherever it is a whole scalar.
    fileprivate mutating func replaceNames(_ old: String, by new: String, in node: YAMLNode?) {
        forEachScalar(of: node) { file, scalar, text in
            if text.string == old { file.replace(scalar, by: new) }
        }
    }

    /// Replaces a name in actions such as `preset "Verse"` and `load "Verse"`.
    fileprivate mutating func replaceActions(_ old: String, by new: String, in node: YAMLNode?) {
        forEachScalar(of: node) { file, scalar, text in
            guard let words = Word.split(text), words.count == 2, !words[0].quoted, words[1].quoted,
                words[0].text == "preset" || words[0].text == "load", words[1].text.string == old
            else { return }
            file.replace(scalar, by: "\(words[0].text.string) \"\(new)\"")
        }
    }

    /// Visits the scalars below a node. Skips aliases, because their values are written elsewhere.
    private mutating func forEachScalar(of node: YAMLNode?, _ visit: (inout EditedFile, YAMLNode, Text) -> Void) {
        guard let node, !node.isAlias else { return }
        switch node.content {
        case .scalar(let text, _): visit(&self, node, text)
        case .sequence(let items): for item in items { forEachScalar(of: item, visit) }
        case .mapping(let entries):
            for entry in entries where !entry.isMerged { forEachScalar(of: entry.value, visit) }
        }
    }
}
