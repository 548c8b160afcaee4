import Panel
import Plan

extension Name {
    /// Makes a display name, truncated to 20 characters, the width of the widest LCD.
    init(_ text: String) {
        self.init()
        let letters = DisplayText<20>(text.unicodeScalars)
        for index in 0..<letters.count { scalars[index] = letters[index] }
        count = UInt8(letters.count)
    }
}

/// Whether `a` comes before `b` alphabetically; case matters only between otherwise equal names (P4).
func alphabetically(_ a: String, _ b: String) -> Bool {
    a.asText { a in
        b.asText { b in
            if a.precedes(b, by: small) { return true }
            return !b.precedes(a, by: small) && a.precedes(b)
        }
    }
}

private func small(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
