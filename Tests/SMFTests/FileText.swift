import SMF

/// Reads the bytes of a test file: hex bytes, and `'…` for letters.
func bytes(_ text: String) -> [UInt8] {
    text.split(separator: " ").flatMap { word -> [UInt8] in
        word.first == "'" ? Array(word.dropFirst().utf8) : [UInt8(word, radix: 16)!]
    }
}

/// Returns a chunk with its kind and length.
func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (24 - 8 * $0)) } + body
}

/// Returns a file of tracks written in hex.
func file(format: Int = 0, division: String = "00 60", _ tracks: String...) -> [UInt8] {
    chunk("MThd", [0, UInt8(format), 0, UInt8(tracks.count)] + bytes(division))
        + tracks.flatMap { chunk("MTrk", bytes($0)) }
}

/// Plays a file and returns microseconds and bytes in hex for each event, `120000 90 3C 64`, then the length; or its
/// error.
func played(_ file: [UInt8]) -> [String] {
    do throws(MIDIFile.Problem) {
        let file = try MIDIFile(file)
        let (events, length) = file.timeline
        return events.map { event in
            "\(event.at / 1000) "
                + file.wire(event.event).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
                .joined(separator: " ").uppercased()
        } + ["\(length / 1000)"]
    } catch {
        return ["byte \(error.offset): \(error.message)"]
    }
}
