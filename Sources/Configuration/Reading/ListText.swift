/// Parses the numbers of a value list, as written by people and spreadsheets, for `treadle list` and configurations.
///
/// Commas, semicolons, tabs and spaces separate the numbers of a line. If there are two columns and the first counts
/// the inputs from 0, the second is the list. Ignores a byte order mark, CR at line ends, and blank lines at the end;
/// reads `3.0` as 3.
struct ListText {
    struct Number {
        var value: Int
        var place: Place
    }

    /// The numbers, at most one more than the longest list has; empty if any is invalid, which is reported.
    private(set) var numbers: [Number] = []
    /// The count of all numbers, including those beyond `numbers`.
    private(set) var count = 0
    /// The unit of `count` in messages: "line" if each line has one number, else "number".
    var unit: String { count == rows ? "line" : "number" }

    /// The length of the longest list, plus one number, at which the message about a longer list points.
    private static let most = 16385

    private let file: Int32
    private let log: DiagnosticLog
    private var rows = 0
    /// Whether each row so far has two numbers, the first of which counts the rows from 0.
    private var isTable = true

    init(_ text: Text, file: Int32, _ log: DiagnosticLog) {
        (self.file, self.log) = (file, log)
        let errors = log.errorCount
        var rest = text.begins(with: "\u{FEFF}") ? text.from(3) : text
        var (line, expected) = (Int32(0), Int32(1))
        // Stops at a full log: the rest of a file that is not a list need not be read.
        while !rest.isEmpty && !log.isFull {
            let end = rest.bytes.firstIndex(of: 10) ?? rest.count
            let row = rest.upTo(end)
            rest = rest.from(end + 1)
            line += 1
            if row.bytes.allSatisfy({ ListText.isBlank($0) }) { continue }
            while expected < line && !log.isFull {
                log.error(place(expected, 1), "the line is empty; it must hold a number")
                expected += 1
            }
            expected = line + 1
            read(row, line)
        }
        if rows > 1 && isTable {
            count = rows
            numbers = numbers.indices.filter { $0 % 2 == 1 }.map { numbers[$0] }
        }
        if log.errorCount != errors || log.isFull { numbers = [] }
    }

    private func place(_ line: Int32, _ column: Int) -> Place { Place(file: file, line: line, column: Int32(column)) }

    private mutating func read(_ row: Text, _ line: Int32) {
        let before = count
        var first: Int?
        var index = 0
        var columns = CharacterColumns(row.bytes)
        // An empty column would shift all following numbers by one, so it is an error.
        var isDue = true
        while index < row.count {
            let byte = row.bytes[index]
            if ListText.isBlank(byte) {
                index += 1
            } else if ListText.isComma(byte) {
                if isDue { log.error(place(line, columns.column(at: index)), "a number is missing before this") }
                isDue = true
                index += 1
            } else {
                let start = index
                while index < row.count, !ListText.isBlank(row.bytes[index]), !ListText.isComma(row.bytes[index]) {
                    index += 1
                }
                let value = add(row[start..<index], place(line, columns.column(at: start)))
                if count == before + 1 { first = value }
                isDue = false
            }
        }
        isTable = isTable && count == before + 2 && first == rows
        rows += 1
    }

    private mutating func add(_ word: Text, _ place: Place) -> Int? {
        count += 1
        guard let value = ListText.whole(word) else {
            log.error(place, "`\(clipped(word))` is not a whole number")
            return nil
        }
        if numbers.count < 2 * ListText.most { numbers.append(Number(value: value, place: place)) }
        return value
    }

    /// Parses a whole number; decimals must be zeros.
    private static func whole(_ word: Text) -> Int? {
        guard let point = word.bytes.firstIndex(of: UInt8(ascii: ".")) else { return Decimal.whole(word) }
        let decimals = word.from(point + 1)
        if decimals.isEmpty || !decimals.bytes.allSatisfy({ $0 == UInt8(ascii: "0") }) { return nil }
        return Decimal.whole(word.upTo(point))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

    private static func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") }
}
