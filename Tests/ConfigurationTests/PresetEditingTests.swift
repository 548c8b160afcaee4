import Plan
import Testing

@testable import Configuration

/// Edits of presets (M12) change what they must in all files, no other byte, and nothing that would be an error.
@Suite struct PresetEditingTests {
    private static let files = [
        "box.yaml": """
        # Board
        treadle: 1
        ports: { keys: { match: "K*" }, out: { match: "O*", direction: out }, "B 3": { match: "B*" } }
        start-preset: Verse   # first
        setlist: { Friday: [Verse, 'Verse', Chorus], Sunday: [Chorus] }
        footswitches: { A: { line: "gpiochip0:1" }, B: { line: "gpiochip0:2" } }
        assignments:
        - { from: footswitches, controller: switch A, do: { 0: 'preset "Verse"', 127: preset "Chorus" } }
        - { from: footswitches, controller: switch B, do: { 127: load "Verse" } }
        presets:
        - name: Short
          insert: [Verse]
          routings: []

        """,
        "presets/chorus.yaml": "{\"name\": \"Chorus\", \"number\": 2, \"insert\": [\"Verse\"], \"routings\": []}\n",
        "presets/verse.yaml": """
        name: Verse   # the name
        number: 1
        routings:
        - { name: Verse, from: [keys], to: [out] }   # a routing of this name
        - { name: Bass, from: [keys], to: [out], channel: 2 }

        """,
        "presets/aria.yaml": "# none\nname: Aria\nroutings: []\n",
    ]

    private static func disk(_ files: [String: String]) -> ConfigurationFiles {
        .memory(files.mapValues { Array($0.utf8) })
    }

    /// The files that an edit changes; `aside` for a file that is set aside.
    private static func changes(
        _ edit: (inout PresetEditing) throws(PresetEditing.Problem) -> Void
    ) throws(PresetEditing.Problem) -> [String: String] {
        let reader = Reader(files: disk(files))
        reader.readAll(box: "box.yaml")
        var editing = try PresetEditing(disk(files), box: "box.yaml", asRead: reader.fileHashes)
        try edit(&editing)
        var changed: [String: String] = [:]
        for change in editing.changes {
            #expect(change.old.map { String(decoding: $0, as: UTF8.self) } == files[change.name])
            changed[change.name] = change.new.map { String(decoding: $0, as: UTF8.self) } ?? "aside"
        }
        return changed
    }

    private static func hashes() -> [String: UInt64] {
        let reader = Reader(files: disk(files))
        reader.readAll(box: "box.yaml")
        return reader.fileHashes
    }

    private static func refusal(
        _ edit: (inout PresetEditing) throws(PresetEditing.Problem) -> Void
    ) -> String? {
        do throws(PresetEditing.Problem) {
            _ = try changes(edit)
            return nil
        } catch {
            return error.short
        }
    }

    @Test func renamingChangesEveryPlaceThatNamesIt() throws {
        let changed = try Self.changes { editing throws(PresetEditing.Problem) in
            try editing.rename("Verse", to: "Verse #2")
        }
        let box = Self.files["box.yaml"]!
            .replacing("start-preset: Verse ", with: "start-preset: 'Verse #2' ")
            .replacing("[Verse, 'Verse', Chorus]", with: "['Verse #2', 'Verse #2', Chorus]")
            .replacing("'preset \"Verse\"'", with: "'preset \"Verse #2\"'")
            .replacing("load \"Verse\"", with: "'load \"Verse #2\"'")
            .replacing("insert: [Verse]", with: "insert: ['Verse #2']")
        #expect(changed["box.yaml"] == box)
        #expect(
            changed["presets/chorus.yaml"]
                == Self.files["presets/chorus.yaml"]!.replacing("[\"Verse\"]", with: "[\"Verse #2\"]"))
        #expect(
            changed["presets/verse.yaml"]
                == Self.files["presets/verse.yaml"]!.replacing("name: Verse   #", with: "name: 'Verse #2'   #"))
        #expect(changed.count == 3)
    }

    /// An apostrophe in single quotes is written twice; an action in single quotes keeps them.
    @Test(arguments: ["Rock'n", "It's \"it\"", "last", "12", "- x", "Zoë", "true", "A: b"])
    func anyNameIsWrittenSoThatItIsReadAgain(name: String) throws {
        let scalar = EditedFile.scalar(name, quote: nil)
        let single = EditedFile.scalar(name, quote: UInt8(ascii: "'"))
        let double = EditedFile.scalar(name, quote: UInt8(ascii: "\""))
        for text in [scalar, single, double] {
            let file = try #require(EditedFile("a", in: Self.disk(["a": "{ k: [\(text)], l: \(text) }\n"])))
            let value = PresetEditing.value("l", of: file.root)
            #expect(value?.text?.string == name, "\(text)")
        }
    }

    @Test func aNameThatIsTakenIsRefused() {
        #expect(
            Self.refusal { e throws(PresetEditing.Problem) in try e.rename("Verse", to: "Aria") } == "name is taken")
        #expect(
            Self.refusal { e throws(PresetEditing.Problem) in try e.addThrough("Aria", after: "Verse") }
                == "name is taken")
    }

    /// The preset that has the number gets the one that becomes free.
    @Test func numbersAreExchanged() throws {
        let changed = try Self.changes { e throws(PresetEditing.Problem) in try e.number("Verse", 2) }
        #expect(
            changed == [
                "presets/verse.yaml": Self.files["presets/verse.yaml"]!.replacing("number: 1", with: "number: 2"),
                "presets/chorus.yaml": Self.files["presets/chorus.yaml"]!.replacing(
                    "\"number\": 2", with: "\"number\": 1"),
            ])
    }

    /// A preset without a number takes one; whose it was gets the next free one.
    @Test func aPresetWithoutANumberGetsOne() throws {
        let changed = try Self.changes { e throws(PresetEditing.Problem) in try e.number("Aria", 1) }
        #expect(changed["presets/aria.yaml"] == "# none\nnumber: 1\nname: Aria\nroutings: []\n")
        #expect(
            changed["presets/verse.yaml"]
                == Self.files["presets/verse.yaml"]!.replacing("number: 1", with: "number: 3"))
        let inBox = try Self.changes { e throws(PresetEditing.Problem) in try e.number("Short", 9) }
        #expect(
            inBox == [
                "box.yaml": Self.files["box.yaml"]!.replacing("- name: Short", with: "- number: 9\n  name: Short")
            ])
    }

    /// A copy has the changes of the running preset, another name and the next free number; the original stays.
    @Test func aCopyHasTheChanges() throws {
        let changed = try Self.changes { e throws(PresetEditing.Problem) in
            let states = SavedStates(muted: 0b10, bypassed: 0)
            try e.copy("Verse", to: "Verse B", states, learnt: nil, asRead: Self.hashes())
        }
        let copy = Self.files["presets/verse.yaml"]!
            .replacing("name: Verse   #", with: "name: Verse B   #").replacing("number: 1", with: "number: 3")
            .replacing("to: [out], channel", with: "to: [out], mute: true, channel")
        #expect(changed == ["presets/verse-b.yaml": copy])
    }

    /// A preset whose number is the last free one, beside another one without a number.
    private static func fullBox(_ verse: String) -> ConfigurationFiles {
        let others = (0...127).filter { $0 != 1 }.map { "- { name: P\($0), number: \($0) }\n" }.joined()
        let aria = "- { name: Aria }\n"
        return disk(["box.yaml": "treadle: 1\npresets:\n" + others + aria, "presets/verse.yaml": verse])
    }

    @Test(arguments: [
        ("name: Verse\nnumber: 1   # first\n# none\nroutings: []\n", "name: Verse 2\n# none\nroutings: []\n"),
        ("number: 1\r\nname: Verse\r\n", "name: Verse 2\r\n"),
        ("---\n  routings: []\n  name: Verse\n  number: 1", "---\n  routings: []\n  name: Verse 2\n"),
        ("--- { number: 1, name: Verse }\n", "--- { name: Verse 2 }\n"),
        ("{\"name\":\"Verse\",\"number\":1,\"routings\":[]}", "{\"name\":\"Verse 2\",\"routings\":[]}"),
        ("{ name: Verse,\n  number: 1 }\n", "{ name: Verse 2 }\n"),
    ])
    func aCopyHasNoNumberIfNoneIsFree(text: String, copy: String) throws {
        let files = Self.fullBox(text)
        let reader = Reader(files: files)
        reader.readAll(box: "box.yaml")
        var editing = try PresetEditing(files, box: "box.yaml", asRead: reader.fileHashes)
        try editing.copy("Verse", to: "Verse 2", SavedStates(), learnt: nil, asRead: reader.fileHashes)
        let changed = editing.changes.map { $0.new.map { String(decoding: $0, as: UTF8.self) } }
        #expect(changed == [copy])
    }

    @Test func aPresetGetsNoNumberIfNoneIsFree() throws {
        let files = Self.fullBox("name: Verse\nnumber: 1\n")
        let reader = Reader(files: files)
        reader.readAll(box: "box.yaml")
        var editing = try PresetEditing(files, box: "box.yaml", asRead: reader.fileHashes)
        do throws(PresetEditing.Problem) {
            try editing.number("Aria", 5)
            Issue.record("numbered")
        } catch {
            #expect(error.short == "no number free")
        }
    }

    @Test func aNewPresetPlaysEveryInputToAllOtherOutputs() throws {
        let changed = try Self.changes { e throws(PresetEditing.Problem) in
            try e.addThrough("Verse?", after: "Verse")
        }
        // `presets/verse.yaml` is taken.
        #expect(
            changed == [
                "presets/verse-2.yaml": """
                name: 'Verse?'
                number: 3
                routings:
                - { from: [keys], to: [out, B 3] }
                - { from: [B 3], to: [keys, out] }

                """
            ])
    }

    @Test func aPresetIsDeletedUnlessAFileNamesIt() throws {
        #expect(
            try Self.changes { e throws(PresetEditing.Problem) in try e.delete("Aria") }
                == ["presets/aria.yaml": "aside"])
        #expect(
            Self.refusal { e throws(PresetEditing.Problem) in try e.delete("Verse") }
                == "used in box.yaml")
        #expect(
            Self.refusal { e throws(PresetEditing.Problem) in try e.delete("Short") } == "stands in box.yaml")
    }

    @Test func theLastPresetStays() throws {
        let files = [
            "box.yaml": "treadle: 1\nports: { keys: { match: \"K*\" } }\n",
            "presets/a.yaml": "name: A\nroutings: []\n",
        ]
        let reader = Reader(files: Self.disk(files))
        reader.readAll(box: "box.yaml")
        var editing = try PresetEditing(Self.disk(files), box: "box.yaml", asRead: reader.fileHashes)
        do throws(PresetEditing.Problem) {
            try editing.delete("A")
            Issue.record("deleted")
        } catch {
            #expect(error.short == "last preset")
        }
    }

    @Test func filesThatHaveChangedAreNotEdited() {
        var hashes = Self.hashes()
        hashes["presets/aria.yaml"] = 1
        do throws(PresetEditing.Problem) {
            _ = try PresetEditing(Self.disk(Self.files), box: "box.yaml", asRead: hashes)
            Issue.record("taken")
        } catch {
            #expect(error.short == "files changed")
        }
    }

    @Test(arguments: [
        ("Verse", "Verse 2"), ("Aria", "Aria 2"), ("New", "New"), ("Verse 7", "Verse 7"),
        ("A name of more than twenty", "A name of more tha 2"),
    ])
    func aFreeNameIsProposed(name: String, free: String) throws {
        let editing = try PresetEditing(Self.disk(Self.files), box: "box.yaml", asRead: Self.hashes())
        #expect(editing.freeName(like: name) == free)
    }
}
