import Routing

/// A value list that was read from a file.
struct ListFile {
    /// nil where it could not be read.
    var values: [Int]?
    var shown: String
}

extension Reader {
    /// Values by input: of a file, one number a line, or written out. Outside `range` is an error, unless that is nil.
    ///
    /// Too short is an error, what is too long is cut off with a warning.
    func valueList(_ entry: YAMLNode.Entry, count: Int, range: ClosedRange<Int>?, or other: String? = nil) -> [Int]? {
        let values: [Int]
        let unit: String
        if case .sequence(let items) = entry.value.content {
            countList(entry.value.place)
            guard let written = written(items, entry.key, range) else { return nil }
            values = written
            unit = "value"
        } else if let name = entry.value.text, !name.isEmpty {
            guard let read = listFile(name, entry.value.place, range) else { return nil }
            values = read
            unit = "line"
        } else {
            wrong(entry, "a file of values, or a list of \(count) numbers\(other.map { ", or \($0)" } ?? "")")
            return nil
        }
        if values.count < count {
            log.error(entry.value.place, "`\(entry.key)` has \(counted(values.count, unit)); it needs \(count)")
            return nil
        }
        if values.count > count {
            log.warning(
                entry.value.place,
                "`\(entry.key)` has \(counted(values.count, unit)); what is beyond \(count) is cut off")
        }
        return Array(values.prefix(count))
    }

    private func countList(_ place: Place) {
        listCount += 1
        if listCount == Limits.lists + 1 { overLimit(place, "lists", Limits.lists, listCount) }
    }

    private func written(_ items: [YAMLNode], _ key: String, _ range: ClosedRange<Int>?) -> [Int]? {
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

    /// The numbers of a list file beside the box file.
    private func listFile(_ name: String, _ place: Place, _ range: ClosedRange<Int>?) -> [Int]? {
        let list: ListFile
        if let known = listFiles[name] {
            list = known
        } else {
            countList(place)
            list = readListFile(name, place)
            listFiles[name] = list
        }
        guard let range, let values = list.values else { return list.values }
        var good = true
        for (index, value) in values.enumerated() where !(range ~= value) {
            good = false
            log.error(
                Place(file: list.shown, line: index + 1, column: 1),
                "the value is `\(value)`; it must be a number \(range.lowerBound)..\(range.upperBound)")
        }
        return good ? values : nil
    }

    private func readListFile(_ name: String, _ place: Place) -> ListFile {
        let shown = files.shown(name)
        var list = ListFile(values: nil, shown: shown)
        switch files.read(name) {
        case .unreadable(let why):
            log.error(place, "the list `\(clipped(name))` cannot be read: \(why)")
        case .bytes(let bytes):
            filesRead.append(shown)
            list.values = numbers(bytes, shown)
        }
        return list
    }

    /// One number a line; blank lines at the end do not count.
    private func numbers(_ bytes: [UInt8], _ file: String) -> [Int]? {
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
            Reader.trimmed(line.last == 13 ? line.dropLast() : line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        var values: [Int] = []
        for (index, line) in lines.enumerated() {
            if let value = Decimal.whole(line) {
                values.append(value)
            } else {
                log.error(
                    Place(file: file, line: index + 1, column: 1), "`\(clipped(line))` is no number; a line holds one")
            }
        }
        return values.count == lines.count ? values : nil
    }
}
