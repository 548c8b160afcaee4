/// Returns a text for messages: on one line, truncated to 60 characters.
func clipped(_ text: String) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == 60 { return result.visible + "…" }
        result.unicodeScalars.append(scalar)
        count += 1
    }
    return result.visible
}

func clipped(_ text: Text) -> String { clipped(text.string) }

/// Returns the first characters of a text, at most `most` bytes of UTF-8.
func cut(_ text: String, toBytes most: Int) -> String {
    let bytes = Array(text.utf8)
    if bytes.count <= most { return text }
    var end = most
    while bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
}
