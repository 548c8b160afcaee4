import Testing

@testable import Web

/// The words of `do`, and what they hold.
@Suite struct DoStepTests {
    @Test func wordsAreSteps() throws(DoRefusal) {
        let key = PlayedMessage(words: "90 3C 50", effect: .begins(0x803C, release: "80 3C 40"))
        for (text, step) in [
            ("load \"Verse\"", .action("load \"Verse\"")), (" next ", .action(" next ")),
            ("panic", .action("panic")), ("\"switch\" A down", .action("\"switch\" A down")),
            ("switch A down", .footswitch("A", isDown: true)),
            ("switch \"My \"\"B\"\"\" up", .footswitch("My \"B\"", isDown: false)),
            ("play keys 90 3C 50", .messages(port: "keys", isSent: false, [key])),
            ("play \"my keys\" 90 3c 50", .messages(port: "my keys", isSent: false, [key])),
            ("send synth 90 3C 50", .messages(port: "synth", isSent: true, [key])),
            ("send \"my \"\"s\"\"\"  mmc play", .sentWords(port: "my \"s\"", "  mmc play")),
            ("send synth program \"Warm Pad\"", .sentWords(port: "synth", " program \"Warm Pad\"")),
        ] as [(String, DoStep)] {
            let read = try DoStep(text)
            #expect(read == step)
        }
        let urgent = try DoStep("panic").isUrgent
        let other = try DoStep("panic now").isUrgent
        #expect(urgent && !other)
    }

    @Test(arguments: [
        ("", "no words"), ("load \"Verse", "quote"), ("load a\nreload", "control"), ("load \u{7F}", "control"),
        ("switch A", "switch A down"), ("switch A left", "switch A down"), ("switch A down now", "switch A down"),
        ("play", "needs a port"), ("play keys", "needs a port"), ("play keys note C4", "hex"),
        ("play keys 90 3C", "hex"), ("play keys 3C 50", "hex"), ("play keys 90 3C 50 40", "hex"),
        ("play keys 90 3C 50 40903C00", "hex"), ("play keys 40903C00", "hex"), ("play keys F0 01", "hex"),
        ("play keys F0 90 F7", "hex"), ("send synth", "needs a port"),
        ("load " + String(repeating: "x", count: 4096), "longer"),
    ])
    func badWordsAreRefused(_ text: String, _ says: String) {
        do throws(DoRefusal) {
            _ = try DoStep(text)
            Issue.record("'\(text)' passes")
        } catch {
            #expect(error.status == 400 && error.code == "bad-words" && error.message.contains(says), "\(error)")
        }
    }

    @Test(
        arguments: [
            ("80 3C 40", [.ends(0x803C)]), ("9F 3C 00", [.ends(0x8F3C)]),
            ("91 3C 50 81 3C 00", [.begins(0x813C, release: "81 3C 40"), .ends(0x813C)]),
            ("B2 40 7F", [.begins(0xB240, release: "B2 40 00")]), ("B2 40 00", [.ends(0xB240)]), ("B2 07 7F", [.none]),
            ("D0 05", [.begins(0xD000, release: "D0 00")]), ("D0 00", [.ends(0xD000)]),
            ("E0 00 50", [.begins(0xE000, release: "E0 00 40")]), ("E0 00 40", [.ends(0xE000)]),
            ("C0 05", [.none]), ("F8", [.none]), ("F0 7E F7", [.none]), ("F0 01 02 F7 FA", [.none, .none]),
            ("20903C50", [.begins(0x803C, release: "20803C40")]), ("23953C50", [.begins(0x3853C, release: "23853C40")]),
            ("20903C00", [.ends(0x803C)]), ("40903C00 00000000", [.begins(0x803C, release: "40803C00 00000000")]),
            ("40803C00 00000000", [.ends(0x803C)]), ("40B04A00 80000000", [.none]),
            ("D0100000 02FAF080 00000000 00000000 20803C40", [.none, .ends(0x803C)]),
        ] as [(String, [PlayedMessage.Effect])])
    func messagesHoldAndRelease(_ words: String, _ effects: [PlayedMessage.Effect]) throws {
        let read = try #require(LineWords(Array(words.utf8)[...]))
        let messages = try #require(PlayedMessage.read(read.words[...]))
        #expect(messages.map { $0.effect } == effects)
        #expect(messages.map { $0.words }.joined(separator: " ") == words)
    }

    /// The refusals of the box become statuses of the API.
    @Test(arguments: [
        ("no preset is called 'Vers'; did you mean 'Verse'?", 400, "no-such-preset"),
        ("no preset has the number 9", 400, "no-such-preset"), ("no routing is called 'X'", 400, "no-such-routing"),
        ("the running preset has no routing 'X'", 400, "no-such-routing"),
        ("no footswitch is called 'Z'", 400, "no-such-switch"), ("there is no action 'fly'", 400, "no-such-action"),
        ("'synth' is missing", 409, "port-missing"), ("'keys' is a port for input only", 409, "port-direction"),
        ("'301' is no tempo, 20..300, nor a step such as +1", 400, "bad-words"),
    ])
    func theBoxRefuses(_ text: String, _ status: Int, _ code: String) {
        let refusal = DoRefusal(BoxAnswer(.error, text), to: "load")
        #expect(refusal.status == status && refusal.code == code && refusal.message == text)
    }

    @Test func savingIsRefusedWithItsFiles() {
        var answer = BoxAnswer(.error, "not all files were saved")
        answer.warnings = ["presets/verse.yaml: changed on disk"]
        let refusal = DoRefusal(answer, to: "save")
        #expect(refusal.status == 409 && refusal.code == "cannot-save")
        #expect(refusal.message == "presets/verse.yaml: changed on disk\nnot all files were saved")
        #expect(DoRefusal(BoxAnswer(.missing), to: "save") == .noAnswer)
    }
}
