import TestSupport
import Testing

@testable import Configuration

/// No message and no shown line has a password.
struct PasswordsTests {
    /// Returns what is hidden of a text.
    private func hidden(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            Passwords(bytes).ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test(
        arguments: [
            ("password: secret\nname: x\n", ["secret"]), ("password: \"a b\" # c\n", ["\"a b\""]),
            ("password: 'it''s'\n", ["'it''s'"]), ("password: \"a\\\"b\"\n", ["\"a\\\"b\""]),
            ("{password: a, name: b}", ["a"]), ("{password: a,b, name: c}", ["a,b"]), ("{password: a}b}", ["a}b"]),
            ("{password: a},b}", ["a},b"]), ("[{password: a}, {password: 'b'}, c: d]", ["a", "'b'"]),
            ("{password: 'a'b, name: c}", ["'a'b"]), ("{password: 'a' name: c}", ["'a'"]),
            ("{a: [{password: b}]}", ["b"]), ("password: 'open\n", ["'open"]), ("password:a\n", ["a"]),
            ("password: a: b # c\n", ["a: b # c"]), ("password: ''a:\n", ["''a:"]),
            ("\"password\" : a\n", ["a"]), ("pasword: a\npasswrod: b\nPassword: c\n", ["a", "b", "c"]),
            ("passphrase: a\n", ["a"]), ("- password: |\n    a\n    b\n  name: c\n", ["|\n    a\n    b"]),
            ("password:\n  a\nname: b\n", ["\n  a"]), ("password:\nname: b\n", []), ("password: #a\n", ["#a"]),
            ("password:", []), ("password", []), ("presets: a\nprogram: b\nparts: c\n", []),
        ] as [(String, [String])])
    func valuesOfPasswordsAreFound(_ text: String, _ expected: [String]) {
        let found = hidden(text)
        #expect(found == expected)
    }

    private static func box(_ password: String, _ key: String = "chanel: 6") -> String {
        "treadle: 1\nnetwork:\n  wifi:\n    country: DE\n    access-point: { password: \(password), \(key) }\n"
            + "    join:\n    - name: Hall\n      password: \(password)\n      \(key)\n"
    }

    @Test func shownLineHasDotsInThePlaceOfAPassword() throws {
        let found = diagnostics(Self.box("\"secret\""))
        let lines = found.map { $0.source?.text ?? "" }
        #expect(
            lines == [
                "  wifi:", "    access-point: { password: …, chanel: 6 }",
                "    access-point: { password: …, chanel: 6 }", "      password: …", "      chanel: 6",
            ])
        #expect(found.map { $0.source?.columnsBefore } == [2, 30, 33, 16, 6])
    }

    @Test func brokenYAMLShowsNoPassword() throws {
        let message = "this is not valid YAML; put the password in single quotes"
        for password in ["'it's secret'", "secret: secret", "*secret", "@secret", "\"secret\\x\"", "'secret"] {
            let text = "treadle: 1\nnetwork:\n  wifi:\n    join:\n    - name: Hall\n      password: \(password)\n"
            let found = diagnostics(text)
            #expect(found.map { $0.line } == [6] && found[0].message.hasPrefix(message), "\(found)")
            #expect(found.first?.source?.text == "      password: …", "\(password)")
        }
        let glued = diagnostics(Self.box("x").replacing("password: x, ", with: "name: a, password:secret, "))
        #expect(glued.contains { $0.message == "a blank is missing behind the colon; write `password: '…'`" })
        #expect(glued.allSatisfy { !"\($0)".contains("secret") }, "\(glued)")
    }

    /// Whatever characters and quotes stand in a password, no piece of three of its letters is said.
    @Test(arguments: SplitMix.seeds) func noPasswordIsSaid(seed: UInt64) {
        var random = SplitMix(state: seed)
        let letters = Array("Qx7Zk9Wv3Tb".utf8)
        let marks = Array("[]{}:,-&*!|>'\"%@`#? \t".utf8)
        for _ in 0..<20 {
            var password = Array(letters.prefix(random.next() % 2 == 0 ? 5 : 11))
            for _ in 0..<random.next() % 3 {
                let mark = marks[Int(random.next() % UInt64(marks.count))]
                password.insert(mark, at: Int(random.next() % UInt64(password.count + 1)))
            }
            let quote = ["", "'", "\""][Int(random.next() % 3)]
            let end = random.next() % 5 == 0 ? "" : quote
            let text = Self.box(quote + String(decoding: password, as: UTF8.self) + end)
            let said = diagnostics(text).map { "\($0.message) \($0.source?.text ?? "")" }.joined(separator: "\n")
            for first in 0..<letters.count - 2 {
                let piece = String(decoding: letters[first..<first + 3], as: UTF8.self)
                #expect(!said.contains(piece), "\(text)\(said)")
            }
        }
    }
}
