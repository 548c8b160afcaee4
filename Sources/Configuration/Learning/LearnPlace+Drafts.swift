extension LearnPlace {
    /// Finds a place by the name of a preset, or by its file in quotes: `presets."presets/verse.yaml".tempo`.
    ///
    /// - Parameters:
    ///   - path: a folder or a box file.
    ///   - place: as in `init(path:place:drafts:)`.
    ///   - drafts: files that are read in the place of those on disk (W13).
    package init(path: String, at place: String, drafts: DraftFiles) throws(Problem) {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        var segments = try LearnPlace.segments(place)
        if segments.count > 1, segments[0] == "presets", let name = LearnWalk.name(ofFile: segments[1], in: files) {
            segments[1] = name
        }
        try self.init(files, box: box, segments)
    }
}

extension LearnWalk {
    /// The name of the preset in a file of the folder `presets`; nil if there is no such file.
    fileprivate static func name(ofFile file: String, in files: ConfigurationFiles) -> String? {
        guard files.list("presets", ending: ".yaml").contains(file), let tree = Reader(files: files).tree(file) else {
            return nil
        }
        return name(of: tree.root)
    }
}
