import Testing

@testable import Configuration

struct VelocityTableTests {
    private func velocities(_ text: String, files: [String: String] = [:]) throws -> [UInt8] {
        let configuration = try loaded(box("{from: [keys], to: [out], velocity: \(text)}"), files: files)
        return try #require(configuration.velocityMap())
    }

    @Test(arguments: [
        // 127·(v/127)² and 127·√(v/127)
        ("{curve: {softness: 50}}", [1: 1, 64: 32, 90: 64, 127: 127]),
        ("{curve: {softness: -50}}", [1: 11, 64: 90, 127: 127]),
        ("{curve: {softness: 0}}", [1: 1, 77: 77, 127: 127]),
        // 127·32²/(32² + 95²) = 12.94
        ("{curve: {dynamics: 50}}", [1: 1, 32: 13, 127: 127]),
        ("{curve: {cutoff: 50}}", [1: 2, 32: 64, 63: 126, 64: 127, 127: 127]),
        ("{curve: {cutoff: 0}}", [1: 1, 126: 126]),
        ("{curve: {free: [0, [40, 40], [90, 90], 127]}}", [1: 1, 40: 40, 65: 65, 127: 127]),
        // Tangents 0.5, 1.15, 1.1297, 0.4595: at 20 the cubic is 10 + 40·(0.5 − 1.15)/8 = 6.75, at 65 65.13.
        ("{curve: {free: [0, [40, 20], [90, 110], 127]}}", [20: 7, 40: 20, 65: 65, 90: 110, 127: 127]),
        // Level between equal points.
        ("{curve: {free: [50, [40, 50], [90, 50], 127]}}", [1: 50, 60: 50, 90: 50, 127: 127]),
        ("{fixed: 90}", [1: 90, 127: 90]),
        ("{fixed: 0}", [1: 0, 127: 0]),
        // R25: 40 + 63·70/126 = 75, and 110 − 30·90/60 = 65
        ("{linear: {in: 1..127, out: 40..110}}", [0: 0, 1: 40, 64: 75, 127: 110]),
        ("{linear: {in: 40..100, out: 110..20}}", [1: 110, 70: 65, 127: 20]),
        ("{linear: {}}", [1: 1, 64: 64, 127: 127]), ("{linear: {out: 0..127}}", [1: 0, 2: 1, 127: 127]),
        ("{linear: {in: 64..64, out: 20..100}}", [1: 20, 63: 20, 64: 100]),
        ("{offset: -10}", [1: 1, 10: 1, 11: 1, 12: 2, 127: 117]), ("{offset: 127}", [0: 0, 1: 127, 127: 127]),
        ("{offset: -127}", [1: 1, 127: 1]), ("{limit: 20..110}", [0: 0, 1: 20, 64: 64, 127: 110]),
        ("{limit: 0..100}", [1: 1, 127: 100]), ("{limit: 0..100, offset: -5}", [5: 0, 6: 1, 127: 100]),
        ("{limit: 0..0}", [1: 0, 127: 0]), ("{linear: {out: 0..127}, offset: -5}", [6: 0, 127: 122]),
        ("{linear: {out: 0..127}, limit: 1..127}", [1: 1, 127: 127]),
        ("{curve: {cutoff: 50}, offset: -10, limit: 20..110}", [5: 20, 32: 54, 64: 110]),
    ])
    func velocityBecomes(_ text: String, _ expected: [Int: UInt8]) throws {
        let map = try velocities(text)
        for (velocity, result) in expected { #expect(map[velocity] == result, "of \(velocity)") }
    }

    @Test func curvesNeverSilence() throws {
        for curve in ["softness: 100", "dynamics: 100", "dynamics: -100", "free: [0, [40, 0], [90, 0], 0]"] {
            let map = try velocities("{curve: {\(curve)}}")
            #expect(map[1...].allSatisfy { 1...127 ~= $0 })
        }
    }

    @Test func listMayDropAVelocity() throws {
        let list = (0..<128).map { $0 < 64 ? "0" : "127" }.joined(separator: ", ")
        let map = try velocities("{list: [\(list)]}")
        #expect(map[63] == 0 && map[64] == 127)
    }

    /// R25: a list says 0 where it drops, so offset and limit leave that alone.
    @Test func offsetAndLimitKeepWhatAListDrops() throws {
        let list = (0..<128).map { $0 < 64 ? "0" : "127" }.joined(separator: ", ")
        let map = try velocities("{list: [\(list)], offset: -7, limit: 20..110}")
        #expect(map[63] == 0 && map[64] == 110)
    }

    @Test func tooShortListSaysHowManyLinesItNeeds() {
        let text =
            "treadle: 1\nports: {k: {match: k}}\npresets: [{name: P, routings: "
            + "[{from: [k], to: [k], velocity: {list: §soft.txt}}]}]\n"
        Marked(.box, text, "has 2 lines; it needs 128").check(files: ["soft.txt": "1\n2\n\n"])
    }

    @Test func tooLongListIsCutOffWithAWarning() throws {
        let text = box("{from: [keys], to: [out], velocity: {list: soft.txt}}")
        let configuration = try loaded(text, files: ["soft.txt": String(repeating: "7\n", count: 130)])
        #expect(configuration.diagnostics.list.map { $0.severity } == [.warning])
        #expect(configuration.diagnostics.text.contains("has 130 lines; values beyond 128 are cut off"))
        #expect(configuration.velocityMap()?[127] == 7)
    }

    @Test func sixtyFiveListsAreOverTheLimit() {
        var (routings, files) = ("", [String: String]())
        for index in 0..<65 {
            files["l\(index).txt"] = String(repeating: "1\n", count: 128)
            if index < 64 { routings += "{from: [keys], to: [out], velocity: {list: l\(index).txt}}, " }
        }
        // R19 warns of notes that are sent twice.
        #expect(diagnostics(box(routings), files: files).allSatisfy { $0.severity == .warning })
        let text = box(routings).replacing(
            "{name: P,", with: "{name: Q, routings: [{from: [keys], to: [out], velocity: {list: l64.txt}}]}, {name: P,")
        #expect(diagnostics(text, files: files).contains { $0.message.contains("the limit `lists`: 65") })
    }
}
