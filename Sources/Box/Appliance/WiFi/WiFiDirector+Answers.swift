import Configuration

// What wpa_supplicant answers.
extension WiFiDirector {
    /// Takes the answer to a request.
    mutating func hear(answer: String, to request: String) {
        let lines = answer.split(separator: "\n")
        switch request {
        case "SCAN_RESULTS": hearScan(lines)
        case "STATUS": channel = WiFiDirector.value("freq=", in: lines).flatMap { WiFiFiles.channel(ofFrequency: $0) }
        case "SIGNAL_POLL": signal = joined == nil ? nil : WiFiDirector.value("RSSI=", in: lines)
        default: break
        }
    }

    private static func value(_ key: String, in lines: [Substring]) -> Int? {
        for line in lines where line.utf8.starts(with: key.utf8) {
            return Int(String(decoding: line.utf8.dropFirst(key.utf8.count), as: UTF8.self))
        }
        return nil
    }

    /// Reads networks that were found: address, frequency, signal, flags and name, with tabs between them.
    private mutating func hearScan(_ lines: [Substring]) {
        hasScanned = true
        var found = known.map { _ in Known.Found.nothing }
        for line in lines {
            let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
            guard fields.count == 5 else { continue }
            for index in found.indices where found[index] != .joinable {
                if fields[4].utf8.elementsEqual(WiFiDirector.escaped(wifi.join[index].name)) {
                    found[index] = WiFiDirector.found(String(fields[3]))
                }
            }
        }
        for index in known.indices { known[index].found = found[index] }
    }

    /// What the flags of a network mean. Without SAE in wpa_supplicant, WPA3 is WPA2 without a known key management. An
    /// open network, and one that asks for an account, is not the one of the file.
    private static func found(_ flags: String) -> Known.Found {
        var isProtected = false
        for flag in flags.split(separator: "[") {
            let words = flag.split { $0 == "-" || $0 == "]" || $0 == "+" || $0 == "/" }
            if words.first != "WPA2" && words.first != "RSN" { continue }
            if words.contains("PSK") { return .joinable }
            if words.contains("EAP") { continue }
            isProtected = true
        }
        return isProtected ? .needsWPA3 : .nothing
    }

    /// A name as wpa_supplicant writes it: quotes, backslashes and bytes beyond ASCII are escaped.
    static func escaped(_ name: String) -> [UInt8] {
        var text: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x1B: text += Array("\\e".utf8)
            case 0x0A: text += Array("\\n".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0x09: text += Array("\\t".utf8)
            case 0x20...0x7E: text.append(byte)
            default: text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return text
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
