import MIDI
import Plan
import Testing

@testable import Configuration

/// Note names in files: which are ambiguous, and which name a learnt note gets.
@Suite struct NoteNameDiagnosticsTests {
    private static let presets = """
        treadle: 1
        note-names: german
        ports: {keys: {match: "k"}, out: {match: "o"}}
        input-keyboard: {port: keys}
        presets:
        """

    /// Returns a box whose only routing has these settings.
    private static func routing(_ text: String) -> String {
        presets + " [{name: P, routings: [{from: [keys], to: [out], \(text)}]}]\n"
    }

    @Test(arguments: [
        ("restrict: {notes: C4..B4}", "`H4` (B natural) or `Bb4` (B flat), because `B4` means either"),
        ("restrict: {notes: b-1..C4}", "`H-1` (B natural) or `Bb-1` (B flat), because `b-1` means either"),
        ("notes: {map: {B4: C4}}", "`B4` is not a note; it must be written as `H4` (B natural)"),
        ("notes: {map: {C4: B4}}", "`C4` is `B4`; it must be written as `H4`"),
        ("notes: {map-tones: {B: C}}", "`B` is not a tone; it must be written as `H` (B natural) or `Bb` (B flat)"),
        ("notes: {map-tones: {C: B}}", "`C` is `B`; it must be written as `H`"),
        ("controllers: {remap: [{from: key B2, to: cc 1}]}", "`from` is `key B2`; it must be written as `H2`"),
        ("controllers: {remap: [{from: note-value, to: cc 1, mode: latch, trigger: B2}]}", "written as `H2`"),
        ("controllers: {remap: [{from: note-value, to: cc 1, linear: {in: B2..C4}}]}", "written as `H2`"),
        ("restrict: {conditions: {of: [{controller: note-value, when: \"<= B2\"}]}}", "written as `H2`"),
        ("on-load: [{send: note-value = B2}]", "written as `H2`"),
    ])
    func germanBIsRefusedWithBothSpellings(_ text: String, _ part: String) {
        let reported = diagnostics(NoteNameDiagnosticsTests.routing(text))
        #expect(reported.count == 1)
        #expect(reported.first?.message.contains(part) == true, "\(reported.map { $0.text })")
    }

    @Test(arguments: ["english", "italian"])
    func bIsANoteInOtherLanguages(_ language: String) throws {
        let text = NoteNameDiagnosticsTests.routing("restrict: {notes: C4..B4}")
        #expect(try loaded(text.replacing("german", with: language)).routing().highestNote == 71)
    }

    @Test func endsOfLinearMapsOfNoteValuesAreNotes() throws {
        let text = "controllers: {remap: [{from: note-value, to: note-value, linear: {in: C2..H3, out: C5..48}}]}"
        let map = try loaded(NoteNameDiagnosticsTests.routing(text)).remaps(ControlInput.noteValue)[0].map
        #expect(map == LinearMap(low: 36, high: 59, from: 72, to: 48))
    }

    @Test func onlyNoteValuesAcceptNoteNames() {
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: §C4", "a number 0..127").check()
        Marked(.remap, "from: cc 1, to: cc 2, linear: {in: §C4..C5}", "lo..hi within 0..127").check()
        Marked(.condition, "from: keys, controller: note-velocity, when: §\"<= C4\"", "n a number 0..127").check()
        Marked(.condition, "from: keys, controller: note-value, when: §\"<= H4\"", "n a note C-1..G9").check()
        Marked(.assignment, "from: keys, controller: cc 1, do: {§C4: panic}", "it must be 0..127").check()
        Marked(.assignment, "from: keys, controller: note-value, do: {§H4: panic}", "a note C-1..G9").check()
    }

    @Test(arguments: [(NoteLanguage.german, "Bb2..H3"), (.italian, "La#2..Si3"), (.english, "A#2..B3")])
    func learntNotesGetUnambiguousNames(_ language: NoteLanguage, _ written: String) {
        var learner = Learner(.noteRange, middleC: 4, language: language)
        _ = learner.hear(.noteOn(channel: 0, key: 59, velocity: 1), at: 0)
        #expect(learner.hear(.noteOn(channel: 0, key: 46, velocity: 1), at: 1) == .learnt(written))
    }

    @Test func splitPointGetsAGermanNoteName() throws {
        let text = """
            treadle: 1
            note-names: german
            ports: {keys: {match: k}, out: {match: o}}
            presets:
            - name: P
              routings:
              - {from: [keys], to: [out], restrict: {notes: C-1..H3}}
              - {from: [keys], to: [out], restrict: {notes: C4..G9}}

            """
        let place = try LearnPlace(
            .memory(["box.yaml": Array(text.utf8)]), box: "box.yaml", "presets.P.routings.2.restrict.notes")
        let learnt = String(decoding: place.text(with: "H4..G9"), as: UTF8.self)
        #expect(learnt == text.replacing("C-1..H3", with: "C-1..Bb4").replacing("C4..G9", with: "H4..G9"))
        #expect(throws: Never.self) { try place.check("H4..G9").get() }
    }
}
