import Plan

/// A list of a remap in mode increment (R30).
struct SteppedList {
    var values: Remap.Values
    /// The number of positions: those of a short list, else all values of the input.
    var count: Int
}

extension Reader {
    /// The number of values that a short list may have.
    private static let shortList = 2...128

    /// Reads `list:` of a remap in mode increment: 2 to 128 values that are stepped through, or one for each value
    /// 0...`inTop` of the input.
    ///
    /// - Parameter top: the highest output.
    func steppedList(_ entry: YAMLNode.Entry, inTop: Int, top: Int) -> SteppedList? {
        let all = inTop + 1
        guard let found = countedList(entry), found < all, found != 0 else {
            return valueTable(entry, count: all, top: top).map { SteppedList(values: $0, count: all) }
        }
        guard Reader.shortList ~= found else {
            let all = all > 128 ? ", or all \(all)" : ""
            log.error(
                entry.value.place,
                "`\(entry.key)` has \(counted(found, "value")); with increment it needs 2..128 values, which are "
                    + "stepped through\(all)")
            return nil
        }
        guard let values = valueList(entry, count: found, range: 0...top) else { return nil }
        // A table has an entry for each value of the input, so the rest repeats the last value.
        let rest = Array(repeating: values[found - 1], count: all - found)
        return SteppedList(
            values: arena.outputs(values + rest, top: top, FineWords.interpolated), count: found)
    }

    /// Returns the number of values of a list, in a file or written in the configuration; nil if it cannot be read.
    private func countedList(_ entry: YAMLNode.Entry) -> Int? {
        if case .sequence(let items) = entry.value.content { return items.count }
        guard let name = entry.value.text, !name.isEmpty else { return nil }
        return listFile(name, entry.value.place, 0, nil)?.count
    }

    /// Makes the positions of a short list the range of an increment, and reports a `start` or `end` beyond them.
    func step(through list: SteppedList, _ model: inout ModeModel) {
        if model.endEntry == nil { model.mode.end = Int32(list.count - 1) }
        for (entry, value) in [(model.startEntry, model.mode.start), (model.endEntry, model.mode.end)] {
            guard let entry, Int(value) >= list.count else { continue }
            wrong(entry, "0..\(list.count - 1), a position in the list of \(list.count) values")
            (model.mode.start, model.mode.end) = (0, Int32(list.count - 1))
        }
    }
}
