import Devices
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("Keystation*", "Keystation 49"), ("Keystation*", "Keystation"), ("*49", "Keystation 49"),
        ("K*n*9", "Keystation 49"), ("*", ""), ("*", "any"), ("", ""), ("**", "x"), ("a?c", "abc"), ("a?c", "aéc"),
        ("?", "é"), ("a*b*c", "a-b-b-c"), ("*aab", "aaab"), ("MIDI [1]", "MIDI [1]"), ("Größe*", "Größe 2"),
    ])
    func matches(pattern: String, text: String) {
        #expect(Glob(pattern).matches(text))
    }

    @Test(arguments: [
        ("Keystation", "Keystation 49"), ("keystation*", "Keystation 49"), ("*48", "Keystation 49"), ("", "x"),
        ("?", ""), ("?", "ab"), ("a?c", "ac"), ("a*b", "abc"), ("*a*b", "ba"), ("ab*", "a"), ("[a]", "a"),
    ])
    func doesNotMatch(pattern: String, text: String) {
        #expect(!Glob(pattern).matches(text))
    }
}
