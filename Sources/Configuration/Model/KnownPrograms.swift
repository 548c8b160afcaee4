/// The last known programs of the devices at the ports (U10), for names as in `send: program "Warm Pad"`.
///
/// In the text form, a `port` line names a port. Each line after it is a program: bank MSB, bank LSB, program, name.
///
///     port montage
///     63 0 5 Warm Pad
package struct KnownPrograms: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        /// The bank and the program number, each 0...127.
        package var bankMSB: UInt8
        package var bankLSB: UInt8
        package var program: UInt8
        package var name: String

        package init(bankMSB: UInt8, bankLSB: UInt8, program: UInt8, name: String) {
            (self.bankMSB, self.bankLSB, self.program) = (bankMSB & 0x7F, bankLSB & 0x7F, program & 0x7F)
            self.name = name
        }
    }

    /// The name of the file in which the programs are stored.
    package static let fileName = ".known-programs"
    /// The folder of the file on an appliance. On other computers the file is beside the box file.
    package static let applianceFolder = "/var/lib/treadle"

    private struct Port: Equatable {
        var alias: String
        var programs: [Entry]
    }

    private var ports: [Port] = []

    package init() {}

    /// Parses the text form; ignores malformed lines.
    package init(text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            // An alias may have blanks.
            if line.starts(with: "port ".utf8) {
                ports.append(Port(alias: String(decoding: line.dropFirst(5), as: UTF8.self), programs: []))
                continue
            }
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            let numbers = words.prefix(3).compactMap { KnownPrograms.number($0) }
            if words.count == 4, numbers.count == 3, !ports.isEmpty {
                ports[ports.count - 1].programs.append(
                    Entry(
                        bankMSB: numbers[0], bankLSB: numbers[1], program: numbers[2],
                        name: String(decoding: words[3], as: UTF8.self)))
            }
        }
    }

    /// Parses a number 0...127; nil if the bytes are not such a number.
    private static func number(_ bytes: Substring.UTF8View) -> UInt8? {
        var number = 0
        for byte in bytes {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            if number > 127 { return nil }
        }
        return bytes.isEmpty ? nil : UInt8(number)
    }

    package var text: String {
        var text = ""
        for port in ports {
            text += "port \(port.alias)\n"
            for entry in port.programs {
                text += "\(entry.bankMSB) \(entry.bankLSB) \(entry.program) \(KnownPrograms.line(entry.name))\n"
            }
        }
        return text
    }

    /// Replaces control characters in a name by spaces, so that it fits on one line.
    private static func line(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Returns the programs of the device at a port; nil if they were never known.
    package func programs(of alias: String) -> [Entry]? { ports.first { $0.alias == alias }?.programs }

    /// Stores the programs of the device at a port.
    package mutating func set(_ programs: [Entry], of alias: String) {
        if let index = ports.firstIndex(where: { $0.alias == alias }) {
            ports[index].programs = programs
        } else {
            ports.append(Port(alias: alias, programs: programs))
        }
    }
}
