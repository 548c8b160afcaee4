import Plan

/// `velocity:` as read from a file: what its shape gives, and what `offset` and `limit` make of that (R25).
private struct VelocityModel {
    /// The velocities of the shape for velocities 0...127; nil without a shape, which changes nothing.
    var shape: [Int]?
    /// The `FineShape` of the shape; nil for a list.
    var words: [UInt64]?
    /// Whether the shape may give 0: its range of outputs reaches 0.
    var reachesZero = false
    var offset = 0
    var limit: (low: Int, high: Int)?

    /// The lowest result for a velocity that passes: 0 drops the note.
    private var floor: Int { reachesZero || limit?.low == 0 ? 0 : 1 }

    /// The velocities for velocities 0...127.
    var velocities: [Int] {
        (0...127).map { velocity in
            let value = shape?[velocity] ?? velocity
            // Velocity 0 is a release, so that the first entry of a list has no meaning and stays as written.
            if velocity == 0 { return words == nil ? value : 0 }
            // A list says 0 where a note is dropped, so there is no velocity that an offset could change.
            if words == nil && value == 0 { return 0 }
            let sum = value + offset
            let limited = limit.map { Swift.min(Swift.max(sum, $0.low), $0.high) } ?? sum
            return Swift.min(Swift.max(limited, floor), 127)
        }
    }

    /// The `FineShape` with offset and limit (U4).
    var fineWords: [UInt64] {
        guard let words else { return FineWords.velocities(velocities) }
        if offset == 0 && limit == nil { return words }
        let (low, high) = (UInt64(limit?.low ?? 0), UInt64(limit?.high ?? 127))
        let step = UInt64(UInt8(bitPattern: Int8(offset)))
        return [UInt64(FineShape.Kind.trimmed.rawValue) | low << 8 | high << 16 | step << 24] + words
    }
}

extension Reader {
    private static let velocityShapes: [Text] = ["fixed", "list", "curve", "linear"]

    /// Reads `velocity:`, one of `fixed`, `list`, `curve` and `linear` (R7), with `offset` and `limit` behind it or
    /// alone (R25); returns a table.
    func velocityMap(_ node: YAMLNode) -> UnsafePointer<UInt8>? {
        var fields = fields(node, "`velocity`", such: "fixed: 90")
        let shapes = fields.takeAll(Reader.velocityShapes)
        let trims = fields.takeAll(["offset", "limit"])
        fields.finish(log)
        let shape = onlyOne(shapes)
        if shape == nil && trims.isEmpty {
            if fields.isMapping {
                log.error(node.place, "`velocity` needs one of \(listed(Reader.velocityShapes + ["offset", "limit"]))")
            }
            return nil
        }
        var model = VelocityModel(words: FineWords.line(LinearMap()))
        for trim in trims {
            if shape?.key == "fixed" {
                log.error(trim.place, "`\(trim.key)` and `fixed` exclude each other; use only one of them")
            }
            if trim.key == "offset" {
                model.offset = integer(trim, -127...127) ?? 0
            } else {
                model.limit = range(trim, 0...127)
            }
        }
        if let shape {
            if trims.isEmpty, shape.key == "curve" {
                return curve(shape.value, from: 127, to: 127).map { velocities($0) }
            }
            if !readShape(shape, &model) { return nil }
        }
        return arena.velocities(model.velocities.map { UInt8($0) }, model.fineWords)
    }

    /// Reads the shape of a velocity remap; returns false after reporting an error.
    private func readShape(_ entry: YAMLNode.Entry, _ model: inout VelocityModel) -> Bool {
        switch entry.key {
        case "fixed":
            guard let velocity = integer(entry, 0...127, "a velocity") else { return false }
            model.shape = Array(repeating: velocity, count: 128)
            model.words = FineWords.asWritten
            model.reachesZero = velocity == 0
        case "list":
            guard let list = valueList(entry, count: 128, range: 0...127) else { return false }
            (model.shape, model.words) = (list, nil)
        case "linear":
            let map = velocityLine(entry)
            model.shape = (0...127).map { Int(map(Int32($0))) }
            model.words = FineWords.line(map)
            model.reachesZero = Swift.min(map.from, map.to) == 0
        default:
            guard let curve = curve(entry.value, from: 127, to: 127) else { return false }
            model.shape = curve.velocities.map { Int($0) }
            model.words = curve.fineWords(from: 127, to: 127)
        }
        return true
    }

    /// Reads `linear: { in: lo..hi, out: a..b }` of a velocity; the default of each is 1..127.
    private func velocityLine(_ entry: YAMLNode.Entry) -> LinearMap {
        var fields = fields(entry.value, "`linear`", such: "in: 1..127, out: 40..110")
        let input = range(fields.take("in"), 0...127) ?? (1, 127)
        let output = range(fields.take("out"), 0...127, downwards: true) ?? (1, 127)
        fields.finish(log)
        return LinearMap(low: Int32(input.0), high: Int32(input.1), from: Int32(output.0), to: Int32(output.1))
    }
}

extension FineWords {
    /// The shape of a linear map of velocities (R25).
    fileprivate static func line(_ map: LinearMap) -> [UInt64] {
        let inputs = UInt64(map.low) | UInt64(map.high) << 16
        return [UInt64(FineShape.Kind.linear.rawValue), inputs | UInt64(map.from) << 32 | UInt64(map.to) << 48]
    }
}
