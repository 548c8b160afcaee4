import Foundation
import Testing

@testable import Box

/// Help, manual page and completion, which all come from the table of commands.
@Suite struct HelpTests {
    private var documented: String {
        get throws {
            var folder = URL(fileURLWithPath: #filePath)
            for _ in 0..<3 { folder.deleteLastPathComponent() }
            return try String(contentsOf: folder.appendingPathComponent("docs/reference/COMMANDS.md"), encoding: .utf8)
        }
    }

    @Test func helpIsAtMost80ColumnsWide() {
        for text in [HelpText.overview] + CommandTable.all.map({ HelpText.text(of: $0) }) {
            for line in text.split(separator: "\n") {
                #expect(line.count <= 80 && line.allSatisfy { $0.isASCII }, "\(line)")
            }
        }
    }

    @Test func namesAreUnique() {
        let names = CommandTable.all.flatMap { $0.names }
        #expect(Set(names).count == names.count)
        for command in CommandTable.all { #expect(Set(command.options.map { $0.name }).count == command.options.count) }
    }

    /// Each example can be parsed, and names options in full.
    @Test func examplesAreTaken() throws {
        for command in CommandTable.all {
            for example in command.examples {
                let line = example.line.components(separatedBy: " > ")[0]
                let words = try Finished.shell("printf '%s\\n' \(line)")
                    .split(separator: "\n").map { String($0) }
                #expect(words.first == command.name)
                _ = try Arguments(Array(words.dropFirst()), of: command)
            }
        }
    }

    @Test func referenceHasEachCommandAndOption() throws {
        let text = try documented
        for command in CommandTable.all where !command.isHidden {
            for name in command.names { #expect(text.contains("`treadle \(name)"), "\(name)") }
            for option in command.options {
                #expect(text.contains(try Regex("[` ]\(option.name)[^a-z-]")), "\(command.name) \(option.name)")
            }
        }
    }

    /// `run` has options for process 1, which nobody types.
    @Test func optionsOfProcess1AreLeftOut() throws {
        let hidden = CommandTable.all.flatMap { $0.options }.filter { $0.isHidden }.map { $0.name }
        #expect(hidden.contains("--appliance") && hidden.contains("--after-failure"))
        var texts = CommandTable.all.map { HelpText.text(of: $0) } + [ManualPage.text, Completion.bash, Completion.zsh]
        texts.append(Completion.fish)
        for text in texts {
            for name in hidden { #expect(!text.contains(try Regex("\(name)[^a-z-]")), "\(name)") }
        }
        #expect(throws: Arguments.Problem.self) { try Arguments(["--applianc"], of: CommandTable.run) }
        _ = try Arguments(["--appliance"], of: CommandTable.run)
    }

    /// mandoc(1) reads the manual page, where it is installed.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")))
    func manualPageHasNoFaults() throws {
        #expect(try Finished.shell("\"$0\" help --man | mandoc -T lint -W warning 2>&1") == "")
        let page = try Finished.shell("\"$0\" help --man | mandoc -T utf8 | sed 's/.\\x08//g'")
        for command in CommandTable.all where !command.isHidden {
            for name in command.names { #expect(page.contains("treadle \(name)"), "\(name)") }
            for option in command.shownOptions { #expect(page.contains("  \(option.written)"), "\(option.written)") }
        }
    }

    @Test(arguments: [
        ("mon", "monitor"), ("check --h", "--hints --help"), ("list --o", "--out"), ("list --in ", "7 14"),
        ("translate --from=u", "ump ump2"), ("completion z", "zsh"), ("help rec", "recorder"),
    ])
    func bashCompletesWords(_ line: String, _ offers: String) throws {
        let words = line.replacing("=", with: " = ").split(separator: " ", omittingEmptySubsequences: false)
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let completed = try Finished.shell(
            "eval \"$(\"$0\" completion bash)\"; COMP_WORDS=(treadle \(list)); COMP_CWORD=\(words.count); _treadle; "
                + "echo \"${COMPREPLY[@]}\"")
        #expect(completed == offers + "\n")
    }

    /// Names of the running box may have blanks and quotes; nothing of them is run.
    @Test func bashQuotesNamesOfTheBox() throws {
        let completed = try Finished.shell(
            """
            eval "$("$0" completion bash)"
            treadle() { printf '%s\\n' 'Bass split' 'Bass $(false)' Organ; }
            COMP_WORDS=(treadle render --preset 'Bass\\ ')
            COMP_CWORD=3
            _treadle
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(completed == "Bass\\ split\nBass\\ \\$\\(false\\)\n")
    }

    /// The names come from the running box, and those with blanks and quotes are one word of the shell.
    @Test func bashAsksTheRunningBox() throws {
        let bench = try DrivingTests.Bench()
        for (line, offers) in [
            ("load ''", ["77", "Grand\\ Organ", "Verse"]), ("load Gr", ["Grand\\ Organ"]), ("next ''", []),
            ("monitor k", ["keys"]), ("led ''", ["A", "on", "off", "blink", "tempo"]), ("mute ''", []),
        ] {
            let completed = try Finished.shell(
                """
                export TREADLE_SOCKET='\(bench.box.socket)'; treadle() { "$bin" "$@"; }; bin=$0
                eval "$("$0" completion bash)"; COMP_WORDS=(treadle \(line)); COMP_CWORD=2; _treadle
                [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
                """)
            #expect(completed == offers.map { $0 + "\n" }.joined(), "\(line)")
        }
        #expect(try bench.run("load", "2").status == 0)
        #expect(try bench.run("complete", "routings").output == "Lead \"1\"\nBass split\n")
        #expect(try bench.run("complete", "songs").status == 2)
    }

    @Test func withoutABoxThereAreNoNames() throws {
        let run = try Finished(["complete", "presets"], environment: ["TREADLE_SOCKET": "/nonexistent/socket"])
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
    }

    @Test func eachShellHasAScriptWithEveryOption() throws {
        for shell in Completion.shells {
            let run = try Finished(["completion", shell])
            #expect(run.status == 0)
            for command in CommandTable.all where !command.isHidden {
                for name in command.names { #expect(run.output.contains(name), "\(shell) \(name)") }
                for option in command.shownOptions {
                    let name = shell == "fish" ? option.name.drop { $0 == "-" } : option.name[...]
                    #expect(run.output.contains(name), "\(shell) \(option.name)")
                }
            }
        }
        #expect(try Finished.shell("\"$0\" completion bash | bash -n 2>&1; echo $?") == "0\n")
        #expect(try Finished(["completion", "tcsh"]).status == 2)
        #expect(try Finished(["completion"]).status == 2)
    }
}
