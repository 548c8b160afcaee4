import Plan
import MIDI

/// A routing on the other side of a split point, whose range follows when a range is learnt (M7).
///
/// Two routings of a preset share a split point if they have equal sources and an equal `channel` of `restrict`, and
/// the `notes` of one routing end just below those of the other.
struct SplitNeighbour {
    let edit: LearnPlace.Edit
    /// Whether the neighbour's notes are above the learnt range; otherwise they are below.
    private let isAbove: Bool
    /// The end of the range that does not move, as a key and as written.
    private let stays: (key: UInt8, text: String)
    /// The key at the end that moves.
    private let moves: UInt8

    /// Returns the neighbours of the range at the end of a path. Skips ranges that other places share by an alias or a
    /// merge.
    static func find(_ walk: LearnWalk, _ files: ConfigurationFiles, box: String, _ reader: Reader) -> [SplitNeighbour]
    {
        guard walk.path == ["presets", "#", "routings", "#", "restrict", "notes"], walk.old != nil,
            let place = walk.positions.last, let name = walk.preset,
            let preset = reader.presets.first(where: { $0.name == name }), preset.routings.indices.contains(place)
        else { return [] }
        let own = preset.routings[place]
        var found: [SplitNeighbour] = []
        for (index, other) in preset.routings.enumerated() where index != place && own.hasSameInput(as: other) {
            let isAbove = Int(own.routing.highestNote) + 1 == Int(other.routing.lowestNote)
            let isBelow = Int(other.routing.highestNote) + 1 == Int(own.routing.lowestNote)
            guard isAbove || isBelow else { continue }
            let neighbour = try? SplitNeighbour(
                files, box: box, preset: name, routing: index, other, isAbove: isAbove)
            if let neighbour { found.append(neighbour) }
        }
        return found
    }

    private init(
        _ files: ConfigurationFiles, box: String, preset: String, routing: Int, _ model: RoutingModel, isAbove: Bool
    ) throws(LearnPlace.Problem) {
        var walk = try LearnWalk(files, box: box, preset: preset, routing: routing, key: "restrict")
        try walk.go(on: ["notes"])
        let ends = walk.old.flatMap { $0.asText { text in Reader.ends(text).map { ($0.low.string, $0.high.string) } } }
        guard let ends else { throw LearnPlace.Problem(message: "\(walk.shown) is not a range") }
        edit = try walk.edit()
        self.isAbove = isAbove
        let (low, high) = (model.routing.lowestNote, model.routing.highestNote)
        stays = isAbove ? (high, ends.1) : (low, ends.0)
        moves = isAbove ? low : high
    }

    /// Returns the neighbour's range beside a learnt range; nil if it does not change or would contain no note.
    func range(besides value: String, _ middleC: Int, _ language: NoteLanguage) -> String? {
        let ends = value.asText { text in Reader.ends(text).map { ($0.low.string, $0.high.string) } }
        guard let ends, let low = LearnPlace.note(ends.0, middleC, language),
            let high = LearnPlace.note(ends.1, middleC, language)
        else {
            return nil
        }
        let end = isAbove ? Int(high) + 1 : Int(low) - 1
        guard 0...127 ~= end, end != Int(moves), isAbove ? end <= Int(stays.key) : end >= Int(stays.key) else {
            return nil
        }
        let name = Reader.written(UInt8(end), middleC, language)
        return isAbove ? "\(name)..\(stays.text)" : "\(stays.text)..\(name)"
    }
}

extension RoutingModel {
    /// Whether both routings have equal sources and channels; their note ranges may differ.
    fileprivate func hasSameInput(as other: RoutingModel) -> Bool {
        func list(_ model: RoutingModel) -> [RoutingSource] { model.sources.sorted(byNumber: { UInt64($0.source) }) }
        return routing.channels == other.routing.channels
            && list(self).elementsEqual(list(other)) { $0.source == $1.source && $0.channels == $1.channels }
    }
}
