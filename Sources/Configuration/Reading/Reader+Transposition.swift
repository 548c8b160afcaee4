import Plan

// The transposition of the box, of presets and of routings (R29).
extension Reader {
    /// Reads `transpose:` of the box file or of a preset, in semitones; 0 without it.
    func transposition(_ entry: YAMLNode.Entry?) -> Int8 {
        let limit = Limits.transposition
        return Int8(integer(entry, -limit...limit, "semitones") ?? 0)
    }

    /// Reads `transpose:` of a routing: whether the transposition of box and preset concerns the routing.
    func readTransposes(_ entry: YAMLNode.Entry?, _ model: inout RoutingModel) {
        guard let entry else { return }
        if entry.value.text.flatMap({ Decimal.whole($0) }) != nil {
            return wrong(entry, "true or false; `notes: { shift: 2 }` shifts the notes of one routing")
        }
        if let transposes = boolean(entry) { model.transposes = transposes }
    }

    /// Reads `transpose 0`, `transpose +1` or `transpose -2`: a number without a sign is the new transposition, and one
    /// with a sign is a step.
    func transposeAction(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        let (limit, text) = (Limits.transposition, rest.first?.text)
        guard rest.count == 1, !rest[0].quoted, let value = text.flatMap({ Decimal.whole($0) }) else {
            wrong(entry, Reader.transposeActions)
            return nil
        }
        if text?.first == UInt8(ascii: "+") || text?.first == UInt8(ascii: "-") {
            if -limit...limit ~= value { return .ready(.transposeBy(Int8(value))) }
        } else if 0...limit ~= value {
            return .ready(.transpose(Int8(value)))
        }
        wrong(entry, Reader.transposeActions)
        return nil
    }

    private static let transposeActions = "transpose and semitones 0..48, or a step -48..+48 such as +1"

    /// Reads the `linear` of `set: transpose`, from controller values to semitones.
    func semitoneMap(_ entry: YAMLNode.Entry, from top: Int, of controller: Controller?) -> LinearMap {
        let limit = Limits.transposition
        var fields = fields(entry.value, "`linear`", such: "in: 0..127, out: -12..12")
        let input = range(fields.take("in"), 0...top, of: controller) ?? (0, top)
        let output = range(fields.take("out"), -limit...limit, downwards: true) ?? (-limit, limit)
        fields.finish(log)
        // A linear map has no negative outputs, so it counts from the lowest transposition.
        return LinearMap(
            low: Int32(input.0), high: Int32(input.1), from: Int32(output.0 + limit), to: Int32(output.1 + limit))
    }
}
