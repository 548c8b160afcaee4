import Plan

extension Reader {
    /// The words of the curves (R7), which `treadle list` has too.
    static let curves: [Text] = ["softness", "dynamics", "cutoff", "free"]

    /// Returns the only entry of a mapping, which has exactly one of several keys.
    private func onlyKey(of node: YAMLNode, _ what: String, _ keys: [Text], such example: String) -> YAMLNode.Entry? {
        var fields = fields(node, what, such: example)
        let found = fields.takeAll(keys)
        fields.finish(log)
        if found.isEmpty && fields.isMapping { log.error(node.place, "\(what) needs one of \(listed(keys))") }
        return onlyOne(found)
    }

    // The tables of curves are cached: a box uses few curves, and computing their powers is slow.

    func velocities(_ curve: Curve) -> UnsafePointer<UInt8> {
        if let number = curve.number, let known = velocityCurves[number] { return known }
        let velocities = arena.velocities(curve.velocities, curve.fineWords(from: 127, to: 127))
        if let number = curve.number { velocityCurves[number] = velocities }
        return velocities
    }

    /// Returns the output table of a curve for inputs 0...inTop.
    func outputs(_ curve: Curve, from inTop: Int, to outTop: Int, _ place: Place) -> Remap.Values {
        // Each range is 0...127 or 0...16383, so one bit for each is enough.
        let number = curve.number.map { $0 << 2 | (inTop > 127 ? 2 : 0) | (outTop > 127 ? 1 : 0) }
        if let number, let known = controllerCurves[number] { return known }
        if inTop > 127 {
            wideCurves += 1
            if wideCurves > ReadingLimits.curves {
                overLimit(place, "curves", ReadingLimits.curves)
                return .map(LinearMap())
            }
        }
        let outputs = arena.outputs(
            curve.values(from: inTop, to: outTop), top: outTop, curve.fineWords(from: inTop, to: outTop))
        if let number { controllerCurves[number] = outputs }
        return outputs
    }

    /// Reads `curve:`, exactly one of `softness`, `dynamics`, `cutoff` and `free`.
    func curve(_ node: YAMLNode, from inTop: Int, to outTop: Int) -> Curve? {
        guard let entry = onlyKey(of: node, "`curve`", Reader.curves, such: "softness: 30") else { return nil }
        switch entry.key {
        case "softness": return integer(entry, -100...100).map { .softness($0) }
        case "dynamics": return integer(entry, -100...100).map { .dynamics($0) }
        case "cutoff": return integer(entry, 0...99).map { .cutoff($0) }
        default: return freeCurve(entry, from: inTop, to: outTop)
        }
    }

    /// Reads `[0, [40, 20], [90, 110], 127]`: the first output, two points [input, output], and the last output.
    private func freeCurve(_ entry: YAMLNode.Entry, from inTop: Int, to outTop: Int) -> Curve? {
        var must: String { "four points, such as [0, [40, 20], [90, 110], \(outTop)]" }
        let items = items(entry, must)
        guard case .sequence = entry.value.content else { return nil }
        guard items.count == 4 else {
            log.error(entry.value.place, "`\(entry.key)` has \(counted(items.count, "point")); it must be \(must)")
            return nil
        }
        guard let first = integer(items[0], entry.key, 0...outTop),
            let low = point(items[1], entry.key, inTop, outTop),
            let high = point(items[2], entry.key, inTop, outTop), let last = integer(items[3], entry.key, 0...outTop)
        else { return nil }
        guard 0 < low.x, low.x < high.x, high.x < inTop else {
            log.error(
                entry.value.place, "the points of `\(entry.key)` must go from left to right, between 0 and \(inTop)")
            return nil
        }
        let x = [0, low.x, high.x, inTop].map { Double($0) }
        let y = [first, low.y, high.y, last].map { Double($0) }
        return .free(FreeCurve(x: x, y: y))
    }

    private func point(_ node: YAMLNode, _ key: Text, _ inTop: Int, _ outTop: Int) -> (x: Int, y: Int)? {
        guard case .sequence(let items) = node.content, items.count == 2 else {
            wrong(node, key, "a point [input, output] here")
            return nil
        }
        guard let x = integer(items[0], key, 0...inTop), let y = integer(items[1], key, 0...outTop) else { return nil }
        return (x, y)
    }
}
