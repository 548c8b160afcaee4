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
