import Plan
import Testing

@testable import Configuration

/// Saving writes mutes and bypasses into the files of the routings and changes nothing else (P5).
@Suite struct PresetSavingTests {
    private static let files = [
        "box.yaml": """
        # Board of Zoë
        treadle: 1
        ports: { keys: { match: "K*" }, out: { match: "O*" } }
        presets:
        - name: "2"   # a name that is a number
          insert: [Common, Deep]
          routings:
          # left hand
          - name: "2"
            from: [keys]   # all of it
            to: [out]
          - { from: [keys], to: [out], mute: true, channel: 7 }   # silent
          - from: [keys]
            to: [out]
            bypass: "true"   # as it is
        - name: Other
          insert: [Common]

        """,
        "presets/common.yaml":
            "# shared\r\nname: Common\r\nroutings:\r\n- from: [keys]\r\n  to: [out]   # end\r\n- &r { from: [keys], "
            + "to: [out], channel: 7 }\r\n",
        "presets/deep.yaml": "{\"name\": \"Deep\", \"routings\": [{\"from\": [\"keys\"], \"to\": [\"out\"]}]}\n",
    ]

    private func save(
        _ preset: String, _ states: SavedStates, _ files: [String: String] = files, before: [String: String]? = nil
    ) throws(LearnPlace.Problem) -> [String: String] {
        func disk(_ files: [String: String]) -> ConfigurationFiles { .memory(files.mapValues { Array($0.utf8) }) }
        let reader = Reader(files: disk(before ?? files))
        reader.readAll(box: "box.yaml")
        let saving = try PresetSaving(
            disk(files), box: "box.yaml", preset: preset, states, asRead: reader.fileHashes)
        var changed: [String: String] = [:]
        for file in saving.files {
            #expect(file.old == Array(files[file.name]!.utf8) && file.old != file.new)
            changed[file.name] = String(decoding: file.new, as: UTF8.self)
        }
        return changed
    }

    /// The states in the files: the second routing is muted, the third bypassed.
    private static let stored = SavedStates(muted: 0b10, bypassed: 0b100)

    struct Row: Sendable {
        var muted: UInt64 = stored.muted
        var bypassed: UInt64 = stored.bypassed
        /// The file, a text that occurs in it once, and the text that replaces it.
        var changes: [(file: String, old: String, new: String)] = []
    }

    static let rows = [
        Row(),
        Row(muted: 0b11, changes: [("box.yaml", "    to: [out]\n  - {", "    mute: true\n    to: [out]\n  - {")]),
        Row(muted: 0, changes: [("box.yaml", "mute: true,", "mute: false,")]),
        Row(bypassed: 0, changes: [("box.yaml", "\"true\"", "\"false\"")]),
        Row(
            bypassed: 0b111,
            changes: [
                ("box.yaml", "    to: [out]\n  - {", "    bypass: true\n    to: [out]\n  - {"),
                ("box.yaml", "channel: 7 }", "bypass: true, channel: 7 }"),
            ]),
        Row(
            muted: 0b100010, bypassed: 0b1100,
            changes: [
                ("presets/common.yaml", "  to: [out]   #", "  bypass: true\r\n  to: [out]   #"),
                (
                    "presets/deep.yaml", "\"to\"", "\"mute\": \"true\", \"to\""
                ),
            ]),
        Row(muted: 0b10010, changes: [("presets/common.yaml", "channel:", "mute: true, channel:")]),
    ]

    @Test(arguments: rows.indices) func onlyChangedStatesAreWritten(_ index: Int) throws {
        let row = PresetSavingTests.rows[index]
        var expected: [String: String] = [:]
        for change in row.changes {
            let text = expected[change.file] ?? PresetSavingTests.files[change.file]!
            let parts = text.split(separator: change.old, omittingEmptySubsequences: false)
            #expect(parts.count == 2, "\(change)")
            expected[change.file] = parts.joined(separator: change.new)
        }
        #expect(try save("2", SavedStates(muted: row.muted, bypassed: row.bypassed)) == expected)
    }

    @Test func sharedValuesAndChangedFilesAreNotEdited() throws {
        var aliased = PresetSavingTests.files
        aliased["presets/common.yaml"]! += "- *r\r\n"
        var changed = PresetSavingTests.files
        changed["presets/deep.yaml"]! += "# a word more\n"
        var more = PresetSavingTests.files
        more["presets/new.yaml"] = "name: New\nroutings: []\n"
        for (files, before, expected) in [
            (aliased, aliased, "shared by an alias"), (changed, PresetSavingTests.files, "deep.yaml has changed"),
            (more, PresetSavingTests.files, "new.yaml has changed"),
            (PresetSavingTests.files, more, "new.yaml has changed"),
        ] {
            do throws(LearnPlace.Problem) {
                _ = try save("Other", SavedStates(muted: 0b100), files, before: before)
                Issue.record("saving is accepted: \(expected)")
            } catch {
                #expect(error.message.contains(expected), "\(error.message)")
            }
        }
    }

    /// A merged `mute` is not edited: the routing gets its own key, which overrides the merged one.
    @Test func mergedValueIsOverriddenByANewKey() throws {
        let text = """
            treadle: 1
            ports: { keys: { match: "K*" }, out: { match: "O*" } }
            presets:
            - { name: A, routings: [&m { mute: true, from: [keys], to: [out] }] }
            - { name: B, routings: [{ <<: *m, channel: 7 }] }

            """
        #expect(
            try save("B", SavedStates(), ["box.yaml": text])
                == ["box.yaml": text.replacing("channel: 7", with: "mute: false, channel: 7")])
    }

    /// Comments stay above the key that they are about.
    @Test func newKeyGoesBeforeTheCommentsOfTheLastKey() throws {
        let text = """
            treadle: 1
            ports: { keys: { match: "K*" }, out: { match: "O*" } }
            presets:
            - name: A
              routings:
              - from: [keys]
                # everything
                to: [out]

            """
        #expect(
            try save("A", SavedStates(muted: 1), ["box.yaml": text])
                == ["box.yaml": text.replacing("    # everything", with: "    mute: true\n    # everything")])
    }

    @Test func boxWithoutPresetsHasNothingToSave() throws {
        let text = "treadle: 1\nports: { keys: { match: \"K*\" } }\n"
        #expect(try save("No preset", SavedStates(), ["box.yaml": text]) == [:])
    }
}
