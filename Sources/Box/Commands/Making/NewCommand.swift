import CPlatform
import Configuration
import Devices
import Host
import Upkeep

/// `treadle new DIR`: writes a first configuration with the ports of this machine.
enum NewCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        guard let path = arguments.next() else {
            throw Arguments.Problem(message: "new needs DIR, a new or an empty folder")
        }
        try arguments.finish()
        let found = PortScan().ports(try? SequencerWatch())
        let isAsked = isatty(0) == 1 && isatty(1) == 1
        let board = NewBoard(found) { question, ports in isAsked ? ask(question, ports) : ports.first }
        do throws(NewFolder.Problem) {
            _ = try NewFolder(at: path, board.files)
        } catch {
            Console.error("treadle: \(error.message)\n")
            return .unusable
        }
        Console.out(board.summary(of: path.withoutSlashAtEnd))
        return .done
    }

    /// Lets the user choose one of several ports; nil if the user wants none of them.
    private static func ask(_ question: String, _ ports: [FoundPort]) -> FoundPort? {
        if ports.count < 2 { return ports.first }
        Console.out("\(question)\n")
        for (index, port) in ports.enumerated() {
            Console.out("  \(index + 1)  \(port.name.visible)  at \(port.card.place.visible)\n")
        }
        Console.out("  0  none of these\n")
        while true {
            Console.out("Number, or Return for 1: ")
            guard let line = readAnswer(), !line.isEmpty else { return ports.first }
            if let number = Int(line), 0...ports.count ~= number {
                return number == 0 ? nil : ports[number - 1]
            }
        }
    }

    /// Reads a line of the terminal without blanks; nil at its end.
    private static func readAnswer() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while CPlatform.read(0, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            if byte > 0x20 { line.append(byte) }
        }
        return nil
    }
}
