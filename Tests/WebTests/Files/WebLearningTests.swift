import Compact
import Testing

@testable import Web

/// `GET learn` (M7): values from what is played, told as events.
@Suite struct WebLearningTests {
    private static let notes = "presets.Verse.routings.1.restrict.notes"

    private func events(_ answered: EditedModelBox.Answered) -> String {
        answered.stream.map { String(decoding: $0.take(65536), as: UTF8.self) } ?? ""
    }

    @Test func twoKeysMakeARange() throws {
        let box = try EditedModelBox()
        let answered = try box.ask(.get, "learn", at: WebLearningTests.notes)
        #expect(events(answered).hasPrefix("event: task\ndata: {\"id\":1,\"text\":\"2 keys\","))
        #expect(box.api.learning.needsMessages)
        box.tell(#"message 1000.000 in "keys" 90 30 50"#)
        #expect(events(answered) == "event: value\ndata: {\"text\":\"C3\",\"done\":false}\n\n")
        // A release, what goes out, and what is dropped are not learnt.
        box.tell(#"message 1001.000 in "keys" 80 30 00"#)
        box.tell(#"message 1001.000 out "module" "Bass" 91 24 64"#)
        box.tell(#"message 1001.000 why "keys" "Bass" "muted" 90 31 50"#)
        #expect(events(answered).isEmpty)
        box.tell(#"message 1002.000 in "keys" 90 24 50"#)
        #expect(events(answered) == "event: value\ndata: {\"text\":\"C2..C3\",\"done\":true}\n\n")
        #expect(answered.stream?.isEnding == true && !box.api.learning.isActive)
        #expect(box.requests.isEmpty)
    }

    /// A preset by its file, and a value after which nothing comes for a while.
    @Test func aValueCountsAfterARest() throws {
        let box = try EditedModelBox()
        let answered = try box.ask(.get, "learn", at: "presets.\"presets/verse.yaml\".number")
        _ = events(answered)
        box.tell(#"message 2000.500 in "keys" C0 11"#)
        #expect(events(answered) == "event: value\ndata: {\"text\":\"17\",\"done\":false}\n\n")
        #expect(box.api.learning.deadline == 3_500_500_000)
        box.api.learning.advance(to: 3_500_500_000)
        #expect(events(answered) == "event: value\ndata: {\"text\":\"17\",\"done\":true}\n\n")
    }

    @Test func aFootswitchIsLearntByItsPress() throws {
        let assignments = "assignments: [{ from: keys, controller: cc 7, do: { 127: panic } }]\n"
        let box = try EditedModelBox(["presets/verse.yaml": EditedModelBox.verse + assignments])
        let answered = try box.ask(.get, "learn", at: "presets.Verse.assignments.1.controller")
        _ = events(answered)
        box.tell(#"message 5.000 in "footswitches" "switch A long = 0""#)
        #expect(events(answered).isEmpty)
        box.tell(#"message 6.000 in "footswitches" "switch A long = 127""#)
        #expect(events(answered) == "event: value\ndata: {\"text\":\"switch A long\",\"done\":true}\n\n")
    }

    @Test func lettingGoTakesTheValue() throws {
        let box = try EditedModelBox()
        let answered = try box.ask(.get, "learn", at: "presets.Verse.number")
        #expect(try box.ask(.post, "learn/1").status == 409)
        box.tell(#"message 1.000 in "keys" C0 05"#)
        let taken = try box.ask(.post, "learn/1")
        #expect(taken.status == 200 && taken.json["text"]?.text == "5")
        #expect(events(answered).hasSuffix("\"done\":true}\n\n"))
        #expect(try box.ask(.post, "learn/1").status == 404)
    }

    @Test func theBoxMeasuresTheTilt() throws {
        let text =
            EditedModelBox.box + "motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, range: { x: -20..35 } }\n"
        let box = try EditedModelBox(["box.yaml": text])
        box.answer = { $0 == "tilt end" ? ["ok -12..40"] : ["ok"] }
        let answered = try box.ask(.get, "learn", at: "motion.range.x")
        #expect(answered.stream != nil && box.requests == ["tilt x"] && !box.api.learning.needsMessages)
        let taken = try box.ask(.post, "learn/1")
        #expect(taken.json["text"]?.text == "-12..40" && box.requests == ["tilt x", "tilt end"])
    }

    @Test func aBrowserThatHasGoneEndsTheMeasuring() throws {
        let text =
            EditedModelBox.box + "motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, range: { x: -20..35 } }\n"
        let box = try EditedModelBox(["box.yaml": text])
        let answered = try box.ask(.get, "learn", at: "motion.range.x")
        answered.stream?.isGone = true
        box.api.learning.advance(to: 1)
        box.serve()
        #expect(box.requests == ["tilt x", "tilt end"] && !box.api.learning.isActive)
    }

    @Test(arguments: [
        ("", 400, "malformed"), ("presets.Verse.name", 422, "not-learnable"),
        ("presets.None.tempo", 422, "not-learnable"),
        ("presets..tempo", 422, "not-learnable"),
    ])
    func aPlaceThatCannotBeLearntIsRefused(at: String, status: Int, code: String) throws {
        let answer = try EditedModelBox().ask(.get, "learn", at: at)
        #expect(answer.status == status && answer.code == code)
    }

    @Test func onlySoManyValuesAreLearntAtATime() throws {
        let box = try EditedModelBox()
        var streams: [EventStream] = []
        for _ in 0..<FilesLimits.learners {
            streams.append(try #require(try box.ask(.get, "learn", at: WebLearningTests.notes).stream))
        }
        #expect(try box.ask(.get, "learn", at: WebLearningTests.notes).status == 429)
        streams[0].isGone = true
        #expect(try box.ask(.get, "learn", at: WebLearningTests.notes).status == 200)
    }
}
