import Plan

/// The file changes that save a preset (P5): mutes, bypasses and learnt values. Each change replaces a value or adds a
/// key; all other bytes stay unchanged.
package struct PresetSaving {
    package struct File {
        /// The path of the file, for messages.
        package let path: String
        /// The file name relative to the box file.
        package let name: String
        package let old: [UInt8]
        package fileprivate(set) var new: [UInt8]
        /// The hash of the new content.
        package var hash: UInt64 { Reader.hash(new) }
    }

    /// The files that change: at most one for the preset itself and one for each inserted preset.
    package private(set) var files: [File] = []

    /// - Parameters:
    ///   - path: a folder or a box file.
    ///   - states: one bit for each routing, the preset's own routings before inserted ones.
    ///   - hashes: hashes of the files when the running configuration was read.
    ///   - learnt: values that were learnt while the preset ran.
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    package init(
        path: String, preset: String, _ states: SavedStates, asRead hashes: [String: UInt64],
        learnt: LearntValues? = nil, drafts: DraftFiles? = nil
    ) throws(LearnPlace.Problem) {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        try self.init(files, box: box, preset: preset, states, asRead: hashes, learnt: learnt)
    }

    init(
        _ disk: ConfigurationFiles, box: String, preset: String, _ states: SavedStates,
        asRead hashes: [String: UInt64], learnt: LearntValues? = nil
    ) throws(LearnPlace.Problem) {
        let reader = try PresetSaving.check(disk, box, asRead: hashes)
        let compiler = Compiler(reader)
        // The preset of a box that defines none has no file.
        guard let index = compiler.index(named: preset) else { return }
        var after = disk
        for value in learnt?.values ?? [] {
            let (files, place) = try LearntValues.put(value, in: after, box)
            change(place.name, place.bytes, place.text(with: value.text), in: disk)
            after = files
        }
        var bit: UInt64 = 1
        for owner in compiler.owners(of: compiler.presets[index]) {
            for (position, model) in owner.routings.enumerated() {
                let values = [
                    ("mute", model.routing.muted, states.muted & bit != 0),
                    ("bypass", model.routing.bypassed, states.bypassed & bit != 0),
                ]
                for (key, old, new) in values where old != new {
                    let walk = try LearnWalk(after, box: box, preset: owner.name, routing: position, key: key)
                    let text = try walk.edit().applied(to: walk.bytes, new ? "true" : "false")
                    change(walk.name, walk.bytes, text, in: disk)
                    after = .replacing(name: walk.name, text, in: after)
                }
                bit <<= 1
            }
        }
        try check(after, box, preset, states)
    }

    private mutating func change(_ name: String, _ old: [UInt8], _ new: [UInt8], in files: ConfigurationFiles) {
        if let index = self.files.firstIndex(where: { $0.name == name }) {
            self.files[index].new = new
        } else {
            self.files.append(File(path: files.shown(name), name: name, old: old, new: new))
        }
    }

    /// Checks that the new files have no errors and that the preset has the saved states.
    private func check(
        _ after: ConfigurationFiles, _ box: String, _ preset: String, _ states: SavedStates
    ) throws(LearnPlace.Problem) {
        if files.isEmpty { return }
        switch Configuration.load(after, box: box) {
        case .failure(let diagnostics):
            let fault = diagnostics.list.first { $0.severity == .error }
            throw LearnPlace.Problem(message: fault?.text ?? "the configuration would have errors")
        case .success(let new):
            let preset = new.preset(named: preset)
            if preset.map({ SavedStates(new.plan.pointee.presets[$0]) }) != states {
                throw LearnPlace.Problem(message: "\(files[0].path) would not contain the saved mutes and bypasses")
            }
        }
    }

    /// Reads the files; throws if any differs from the given hashes.
    @discardableResult
    static func check(
        _ files: ConfigurationFiles, _ box: String, asRead hashes: [String: UInt64]
    ) throws(LearnPlace.Problem) -> Reader {
        let reader = Reader(files: files)
        reader.readAll(box: box)
        if let changed = difference(hashes, reader.fileHashes) {
            let file = files.shown(changed)
            throw LearnPlace.Problem(
                message: "\(file) has changed since it was read; reload it first ('treadle reload')")
        }
        return reader
    }

    /// Returns the first file, by name, that was changed, added or removed; nil if there is none.
    private static func difference(_ before: [String: UInt64], _ now: [String: UInt64]) -> String? {
        let names = before.keys.filter { now[$0] != before[$0] } + now.keys.filter { before[$0] == nil }
        return names.min(by: bytesPrecede)
    }
}

extension Reader {
    /// Hashes the content of a file, to detect changes.
    static func hash(_ bytes: [UInt8]) -> UInt64 { FileEditing.hash(of: bytes) }
}
