import Panel
import Testing

@testable import Box

/// The QR code of the access point (L6).
@Suite struct WiFiCodeTests {
    @Test(arguments: [
        ("Treadle", "hq7mzk4c9vbt", "WIFI:T:WPA;S:Treadle;P:hq7mzk4c9vbt;;"),
        ("Bühne 2", "a b c d e", "WIFI:T:WPA;S:Bühne 2;P:a b c d e;;"),
        (#"a;b,c:d"e\f"#, #"";,:\12345"#, #"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:\"\;\,\:\\12345;;"#),
    ])
    func theTextHasNameAndPasswordEscaped(name: String, password: String, text: String) {
        #expect(WiFiCode.text(name: name, password: password) == text)
    }

    // The capacity in bytes of versions at the lowest error correction: 2 has 32, 3 has 53, 8 has 192, 9 has 230.
    @Test(arguments: [(1, 8, 25), (6, 8, 25), (7, 8, 29), (7, 12, 29), (23, 12, 29), (24, 12, 33), (32, 63, 41)])
    func theCodeIsAsSmallAsTheTextAllows(name: Int, password: Int, size: Int) {
        let code = WiFiCode.code(
            name: String(repeating: "n", count: name), password: String(repeating: "p", count: password))
        #expect(code.size == size)
    }

    /// Every byte of the longest name and password has an escape.
    @Test func theLongestTextHasACode() {
        let (name, password) = (String(repeating: ";", count: 32), String(repeating: "\\", count: 63))
        #expect(WiFiCode.text(name: name, password: password).utf8.count == 208)
        #expect(WiFiCode.code(name: name, password: password).size == PanelLimits.codeModules)
    }

    /// The three corners of ISO/IEC 18004, by which readers find a code, and their alternating lines between them.
    @Test func theCodeHasItsPatterns() {
        let code = WiFiCode.code(name: "Treadle", password: "hq7mzk4c9vbt")
        let pattern = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
        let last = code.size - 7
        for (top, left) in [(0, 0), (0, last), (last, 0)] {
            let found = (0..<7).map { y in
                (0..<7).map { code[top + y, left + $0] ? "#" : "." }.joined()
            }
            #expect(found == pattern)
        }
        for place in 8..<(code.size - 8) {
            #expect(code[6, place] == (place % 2 == 0) && code[place, 6] == (place % 2 == 0))
        }
    }

    @Test func anotherPasswordHasAnotherCode() {
        let code = WiFiCode.code(name: "Treadle", password: "hq7mzk4c9vbt")
        #expect(code == WiFiCode.code(name: "Treadle", password: "hq7mzk4c9vbt"))
        #expect(code != WiFiCode.code(name: "Treadle", password: "hq7mzk4c9vbu"))
        #expect(code != WiFiCode.code(name: "treadle", password: "hq7mzk4c9vbt"))
    }
}
