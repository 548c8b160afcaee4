extension ValueList {
    /// Reads a list that somebody else wrote: one number a line, or what a spreadsheet gives, numbers apart by commas,
    /// semicolons or blanks. Of two columns whose first counts the inputs from 0 the second is the list.
    ///
    /// - Parameter name: what the text is called in messages.
    public static func read(_ text: [UInt8], name: String, _ shape: Shape) -> Result<ValueList, Diagnostics> {
        let log = DiagnosticLog()
        let file = log.file(name)
        let rows = rows(text, file, log)
        var cells = numbers(rows, log)
        let unit = rows.count == cells.count ? "line" : "number"
        if log.errorCount == 0 { measure(&cells, unit, file, shape, log) }
        guard let list = ValueList(cells.map { $0.value }, shape, log) else {
            return .failure(log.sorted())
        }
        return .success(list)
    }

    /// A piece of text between separators.
    private struct Cell {
        var text: String
        var place: Place
        var value = 0
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

    private static func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") }

    /// The cells of each line. Blank lines at the end do not count, nor does a separator at the end of a line.
    private static func rows(_ text: [UInt8], _ file: Int32, _ log: DiagnosticLog) -> [[Cell]] {
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        while let last = lines.last, last.allSatisfy({ isBlank($0) }) { lines.removeLast() }
        return lines.enumerated().map { index, line in
            let cells = cells(line, file, index + 1, log)
            if cells.isEmpty {
                log.error(
                    Place(file: file, line: Int32(index + 1), column: 1), "the line is empty; it must hold a number")
            }
            return cells
        }
    }

    private static func cells(
        _ line: ArraySlice<UInt8>, _ file: Int32, _ number: Int, _ log: DiagnosticLog
    ) -> [Cell] {
        var cells: [Cell] = []
        var index = line.startIndex
        // Two separators with nothing between them leave out a number, and all that follow would be one off.
        var isDue = true
        while index < line.endIndex {
            let place = Place(
                file: file, line: Int32(number), column: Int32(index - line.startIndex + 1))
            if isBlank(line[index]) {
                index += 1
            } else if isComma(line[index]) {
                if isDue { log.error(place, "a number is missing before this") }
                isDue = true
                index += 1
            } else {
                let end = line[index...].firstIndex { isBlank($0) || isComma($0) } ?? line.endIndex
                cells.append(Cell(text: String(decoding: line[index..<end], as: UTF8.self), place: place))
                isDue = false
                index = end
            }
        }
        return cells
    }

    private static func numbers(_ rows: [[Cell]], _ log: DiagnosticLog) -> [Cell] {
        let isTable =
            rows.count > 1
            && rows.enumerated().allSatisfy { $1.count == 2 && $1[0].text.asText { Decimal.whole($0) } == $0 }
        var cells: [Cell] = []
        for row in rows {
            for var cell in isTable ? row[1...] : row[...] {
                if let value = cell.text.asText({ Decimal.whole($0) }) {
                    cell.value = value
                    cells.append(cell)
                } else {
                    log.error(cell.place, "`\(clipped(cell.text))` is no whole number")
                }
            }
        }
        return cells
    }

    /// Cuts to the length and holds each number against what it may be.
    private static func measure(
        _ cells: inout [Cell], _ unit: String, _ file: Int32, _ shape: Shape, _ log: DiagnosticLog
    ) {
        if cells.count < shape.count {
            let place = cells.last?.place ?? Place(file: file, line: 1, column: 1)
            log.error(place, "the list ends here: it has \(counted(cells.count, unit)) and needs \(shape.count)")
        }
        if cells.count > shape.count {
            let hint = shape.inTop == 127 && shape.use == .controllers ? " (--in 14 takes 16384)" : ""
            log.warning(
                cells[shape.count].place,
                "the list has \(counted(cells.count, unit)); what is beyond \(shape.count) is cut off\(hint)")
            cells.removeSubrange(shape.count...)
        }
        guard let range = shape.range else { return }
        let hint = shape.outTop == 127 && shape.use == .controllers ? " (0..16383 with --out 14)" : ""
        for cell in cells where !(range ~= cell.value) {
            log.error(cell.place, "the value is `\(cell.value)`; it must be a number 0..\(shape.outTop)\(hint)")
        }
    }
}
