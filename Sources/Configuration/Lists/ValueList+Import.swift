extension ValueList {
    /// The size of the largest list file, in bytes.
    package static let mostBytes = ReadingLimits.fileBytes

    /// Reads a list from the content of a file, with the checks of a configuration.
    ///
    /// - Parameter name: the file name for messages.
    package static func read(_ text: [UInt8], name: String, _ shape: Shape) -> Result<ValueList, Diagnostics> {
        let log = DiagnosticLog()
        let file = log.file(name)
        if text.count > ValueList.mostBytes {
            log.overLimit(Place(file: file, line: 1, column: 1), "fileBytes", ValueList.mostBytes)
            return .failure(log.sorted())
        }
        let list = text.withUnsafeBufferPointer { ListText(Text($0), file: file, log) }
        let values = log.errorCount == 0 ? measured(list, file, shape, log) : nil
        let files = ConfigurationFiles.memory([name: text])
        guard let list = ValueList(values, shape, log, files) else { return .failure(log.sorted(showing: files)) }
        return .success(list)
    }

    /// Truncates the list to its length and checks each number against the range.
    private static func measured(_ list: ListText, _ file: Int32, _ shape: Shape, _ log: DiagnosticLog) -> [Int] {
        let found = counted(list.count, list.unit)
        if list.count < shape.count {
            let place = list.numbers.last?.place ?? Place(file: file, line: 1, column: 1)
            log.error(place, "the list ends here: it has \(found) and needs \(shape.count)")
        }
        if list.count > shape.count {
            let hint = shape.inTop == 127 && shape.use == .controllers ? " (--in 14 takes 16384)" : ""
            log.warning(
                list.numbers[shape.count].place,
                "the list has \(found); values beyond \(shape.count) are cut off\(hint)")
        }
        let numbers = list.numbers.prefix(shape.count)
        if let range = shape.range {
            let hint = shape.outTop == 127 && shape.use == .controllers ? " (0..16383 with --out 14)" : ""
            for number in numbers where !(range ~= number.value) {
                log.error(
                    number.place, "the value is `\(number.value)`; it must be a number 0..\(shape.outTop)\(hint)")
            }
        }
        return numbers.map { $0.value }
    }
}
