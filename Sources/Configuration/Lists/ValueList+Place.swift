extension ValueList {
    /// Whether the words of a command line name a place of a configuration: `BOX.yaml
    /// presets.Verse.routings.Piano.notes`.
    package static func isPlace(_ words: [String]) -> Bool {
        guard words.count == 2, !isCurveKey(words[0]) else { return false }
        return words[1].utf8.starts(with: "presets.".utf8) || words[1].utf8.starts(with: "assignments.".utf8)
    }

    /// Makes the list of a place in a configuration: a routing's `notes` (the whole note stage), its `map` or
    /// `map-tones`, `velocity`, or a condition's `when`. Uses the note names and list files of that configuration.
    ///
    /// - Parameters:
    ///   - path: a folder or a box file.
    ///   - place: the place, as in `LearnPlace`.
    /// - Throws: if the place does not exist or is not a list.
    package static func place(
        _ place: String, path: String
    ) throws(LearnPlace.Problem) -> Result<ValueList, Diagnostics> {
        let (files, box) = ConfigurationFiles.open(path)
        return try self.place(place, files, box: box)
    }

    static func place(
        _ place: String, _ files: ConfigurationFiles, box: String
    ) throws(LearnPlace.Problem) -> Result<ValueList, Diagnostics> {
        let reader = Reader(files: files)
        reader.readAll(box: box)
        if reader.log.errorCount > 0 { return .failure(reader.log.sorted(showing: files)) }
        let names = try LearnPlace.segments(place)
        var walk = try LearnWalk(files, box: box, names)
        walk.onlyReads = true
        try walk.go()
        if !walk.rest.isEmpty { throw LearnPlace.Problem(message: "there is no value at '\(place)'") }
        guard let (values, shape) = reader.list(walk) else {
            throw LearnPlace.Problem(
                message:
                    "'\(place)' is not a list; lists are: notes of a routing, map and map-tones in it, velocity, and "
                    + "when of a condition")
        }
        // Warnings about other parts of the configuration are left to `treadle check`.
        guard let list = ValueList(values, shape, DiagnosticLog()) else { return .failure(reader.log.sorted()) }
        return .success(list)
    }
}

extension Reader {
    /// Returns the values of the place at the end of a walk; nil if the place is not a list.
    fileprivate func list(_ walk: LearnWalk) -> (values: [Int]?, shape: ValueList.Shape)? {
        var shape = ValueList.Shape()
        guard let key = walk.path.last else { return nil }
        let above = walk.path.dropLast()
        let entry = YAMLNode.Entry(key: "list", place: walk.node.place, value: walk.node)
        switch key {
        case "notes" where above.suffix(2) == ["routings", "#"]:
            shape.use = .notes
            return (noteStage(walk.node), shape)
        case "map" where above.last == "notes":
            shape.use = .notes
            return (noteMap(entry), shape)
        case "map-tones" where above.last == "notes":
            shape.use = .notes
            return (toneMap(entry), shape)
        case "velocity" where above.last == "#":
            shape.use = .velocities
            return (velocityMap(walk.node).map { map in (0...127).map { Int(map[$0]) } }, shape)
        case "when":
            guard case .mapping(let entries)? = walk.holders[walk.path.count - 1]?.content,
                let name = entries.first(where: { $0.key == "controller" }),
                let controller = controller(name, isInput: true)
            else { return nil }
            (shape.inTop, shape.outTop) = (controller.top, 1)
            return (whenValues(entry, controller, top: controller.top), shape)
        default: return nil
        }
    }
}
