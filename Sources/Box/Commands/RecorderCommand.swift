import CPlatform

/// `treadle recorder [--smf] [-o FILE] [--socket PATH]`: what came and went in the running box in the last minutes.
enum RecorderCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let socket = try arguments.option("--socket")
        let output = try arguments.option("-o")
        let isFile = arguments.flag("--smf")
        try arguments.finish()
        if isFile && output == nil { throw Arguments.Problem(message: "recorder --smf needs -o FILE") }

        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let bytes = ask(box, isFile: isFile) else { return .unusable }
        guard let output else {
            Console.out(bytes)
            return .done
        }
        return SavedFile.write(bytes, to: output)
    }

    /// Nil when the box cannot; why is said.
    private static func ask(_ box: BoxConnection, isFile: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        _ = box.write(isFile ? "recorder smf" : "recorder")
        while let line = box.readLine() {
            let (word, rest) = BoxConnection.split(line)
            if word == "ok" { return bytes }
            if word == "error" {
                Console.error("treadle: \(rest)\n")
                return nil
            }
            if !isFile {
                bytes += Array("\(rest)\n".utf8)
                continue
            }
            let digits = rest.utf8.compactMap { Digits.value(ofHex: $0) }
            for index in 0..<digits.count / 2 { bytes.append(digits[2 * index] << 4 | digits[2 * index + 1]) }
        }
        Console.error("treadle: the box has ended\n")
        return nil
    }
}
