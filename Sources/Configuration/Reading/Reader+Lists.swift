import Plan

/// A value list that was read from a file.
struct ListFile {
    /// The values, at most as many as the longest list needs; nil if the file could not be read.
    var values: [Int]?
    /// The number of values in the file.
    var count = 0
    /// The unit of `count` in messages: "line" or "number".
    var unit = "line"
    /// The file's number in the log.
    var file: Int32
    /// A hash of the file's content.
    var hash: UInt64 = 0
    /// Whether the file is outside the folder of the configuration.
    var isOutside = false
    /// The lowest and the highest value.
    var bounds: ClosedRange<Int>?
    /// The values as bytes 0 and 1; nil until a condition uses the file.
    var decisions: [UInt8]?
    /// The table of the first `count` values for outputs 0...top; nil until a remap uses the file.
    var table: (count: Int, top: Int, outputs: Remap.Values)?
}

extension Reader {
    /// Reads a value list, from a file (`ListText`) or written in the configuration. A value outside `range` is an
    /// error.
    ///
    /// A list that is too short is an error; a list that is too long is truncated with a warning.
    func valueList(
        _ entry: YAMLNode.Entry, count: Int, range: ClosedRange<Int>?, or other: @autoclosure () -> String = ""
    ) -> [Int]? {
        let values: [Int]
        let found: Int
        let unit: String
        if case .sequence(let items) = entry.value.content {
            guard countList(entry.value.place), let written = written(items, entry.key, range) else { return nil }
            values = written
            found = values.count
            unit = "value"
        } else if let name = entry.value.text, !name.isEmpty {
            guard let list = listFile(name, entry.value.place, count, range), let read = list.values else { return nil }
            (values, found, unit) = (read, list.count, list.unit)
        } else {
            let other = other()
            wrong(entry, "a file of values, or a list of \(count) numbers\(other.isEmpty ? "" : ", or \(other)")")
            return nil
        }
        if found < count {
            log.error(entry.value.place, "`\(entry.key)` has \(counted(found, unit)); it needs \(count)")
            return nil
        }
        if found > count {
            log.warning(
                entry.value.place,
                "`\(entry.key)` has \(counted(found, unit)); values beyond \(count) are cut off")
        }
        return values.count == count ? values : Array(values.prefix(count))
    }

    /// Reads a value list as the output table of a controller; builds the table of a list file only once.
    func valueTable(_ entry: YAMLNode.Entry, count: Int, top: Int) -> Remap.Values? {
        guard let values = valueList(entry, count: count, range: 0...top) else { return nil }
        let name = entry.value.text
        if let name, let table = listFiles[name]?.table, table.count == count, table.top == top { return table.outputs }
        let outputs = arena.outputs(values, top: top, FineWords.interpolated)
        if let name { listFiles[name]?.table = (count, top, outputs) }
        return outputs
    }

    /// Counts a list; returns false after reporting that the limit is exceeded.
    private func countList(_ place: Place) -> Bool {
        listCount += 1
        if listCount == Limits.lists + 1 { overLimit(place, "lists", Limits.lists, listCount) }
        return listCount <= Limits.lists
    }

    private func written(
        _ items: UnsafeBufferPointer<YAMLNode>, _ key: Text, _ range: ClosedRange<Int>?
    ) -> [Int]? {
        var values: [Int] = []
        for item in items {
            if let range {
                if let value = integer(item, key, range) { values.append(value) }
            } else if let value = item.text.flatMap({ Decimal.whole($0) }) {
                values.append(value)
            } else {
                wrong(item, key, "a number")
            }
        }
        return values.count == items.count ? values : nil
    }

    /// The hash of each list file's content, by file name.
    var listHashes: [String: UInt64] {
        var hashes: [String: UInt64] = [:]
        for (name, list) in listFiles { hashes[name.string] = list.hash }
        return hashes
    }

    /// Returns a list file by name relative to the box file; reads the file at first use.
    func listFile(_ name: Text, _ place: Place, _ count: Int, _ range: ClosedRange<Int>?) -> ListFile? {
        let list: ListFile
        if name.hasControl {
            checkName(name, place)
            return nil
        }
        if let known = listFiles[name] {
            if known.isOutside && isForeign(place) { return refuseOutside(name, place) }
            list = known
        } else {
            let isOutside = files.isOutside(name.string)
            // Does not even open the file, so that the sender of the configuration does not learn whether it exists.
            if isOutside && isForeign(place) { return refuseOutside(name, place) }
            if !countList(place) { return nil }
            if isOutside {
                log.warning(
                    place,
                    "the list `\(clipped(name))` is outside the folder of the configuration: no backup and no card "
                        + "holds it")
            }
            var read = readListFile(name.string, place)
            read.isOutside = isOutside
            list = read
            listFiles[arena.copy(name)] = list
        }
        guard let range, let values = list.values, let bounds = list.bounds else { return list }
        if range ~= bounds.lowerBound && range ~= bounds.upperBound { return list }
        if values.prefix(count).allSatisfy({ range ~= $0 }) { return list }
        // The values are removed, so that the errors are reported once and the file is not read again.
        listFiles[name]?.values = nil
        // Only errors need the places of the numbers, so the file is read again for them.
        guard case .bytes(let bytes) = files.read(name.string) else { return nil }
        let read = bytes.withUnsafeBufferPointer { ListText(Text($0), file: list.file, log) }
        for number in read.numbers.prefix(count) where !(range ~= number.value) {
            log.error(
                number.place,
                "the value is `\(number.value)`; it must be a number \(range.lowerBound)..\(range.upperBound)")
        }
        return nil
    }

    private func refuseOutside(_ name: Text, _ place: Place) -> ListFile? {
        log.error(
            place,
            "the list `\(clipped(name))` is outside the folder of the configuration; a text from elsewhere names only "
                + "files in it")
        return nil
    }

    private func readListFile(_ name: String, _ place: Place) -> ListFile {
        switch files.read(name) {
        case .unreadable(let why):
            log.error(place, "the list `\(clipped(name))` cannot be read: \(why)")
            return ListFile(values: nil, file: -1)
        case .tooLong(let count):
            log.overLimit(place, "fileBytes", ReadingLimits.fileBytes, count)
            return ListFile(values: nil, file: -1)
        case .bytes(let bytes):
            let file = log.file(files.shown(name), readAs: name)
            if !hasRoom(for: bytes.count, place) { return ListFile(values: nil, file: -1) }
            let errors = log.errorCount
            let text = bytes.withUnsafeBufferPointer { ListText(Text($0), file: file, log) }
            if log.errorCount != errors { return ListFile(values: nil, file: file) }
            let values = text.numbers.map { $0.value }
            var list = ListFile(values: values, count: text.count, unit: text.unit, file: file)
            list.hash = bytes.withUnsafeBytes { Arena.hash(of: $0) }
            if let least = values.min(), let greatest = values.max() { list.bounds = least...greatest }
            return list
        }
    }
}
