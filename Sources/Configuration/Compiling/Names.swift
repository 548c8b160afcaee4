import Panel
import Plan

extension Name {
    /// Makes a display name, truncated to 20 characters, the width of the widest LCD.
    @_optimize(speed)
    init(_ text: String) {
        self.init()
        let letters = DisplayText<20>(text.unicodeScalars)
        for index in 0..<letters.count { scalars[index] = letters[index] }
        count = UInt8(letters.count)
    }
}

/// Whether `a` comes before `b` alphabetically; case matters only between otherwise equal names (P4).
func alphabetically(_ a: String, _ b: String) -> Bool {
    a.asText { a in b.asText { precedes(a, $0) } }
}

@_optimize(speed)
private func precedes(_ a: Text, _ b: Text) -> Bool {
    for index in 0..<Swift.min(a.count, b.count) where a.bytes[index] != b.bytes[index] {
        let (mine, others) = (small(a.bytes[index]), small(b.bytes[index]))
        if mine != others { return mine < others }
    }
    return a.count == b.count ? a.precedes(b) : a.count < b.count
}

private func small(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
