import MIDI
import Testing

@testable import Configuration

/// U10: programs by the names that the device of a port has given them.
@Suite struct KnownProgramsTests {
    private static let known = "port synth\n63 1 5 Warm Pad\n0 0 6 Brass\nport bass\n"

    @Test func textIsReadBack() {
        let known = KnownPrograms(text: Self.known)
        #expect(known.text == Self.known)
        #expect(known.programs(of: "synth")?.map { $0.name } == ["Warm Pad", "Brass"])
        #expect(known.programs(of: "bass") == [] && known.programs(of: "lead") == nil)
    }

    /// The alias of a port may have blanks.
    @Test func aliasesWithBlanksAreReadBack() {
        var known = KnownPrograms()
        known.set([KnownPrograms.Entry(bankMSB: 0, bankLSB: 0, program: 1, name: "Brass")], of: "my synth")
        known.set([KnownPrograms.Entry(bankMSB: 0, bankLSB: 0, program: 2, name: "Bass")], of: "1 2 3")
        #expect(KnownPrograms(text: known.text) == known)
    }

    @Test func oddLinesAreIgnored() {
        let known = KnownPrograms(
            text: "1 2 3 early\nport a b\n\nport x\n1 2\n1 2 300 far\n-1 2 3 low\n1 2 3 good one\n")
        #expect(known.programs(of: "x")?.map { $0.name } == ["good one"])
    }

    @Test func controlCharactersOfNamesBecomeBlanks() {
        var known = KnownPrograms()
        known.set([KnownPrograms.Entry(bankMSB: 0, bankLSB: 0, program: 1, name: "a\nport b")], of: "x")
        #expect(KnownPrograms(text: known.text).programs(of: "x")?.map { $0.name } == ["a port b"])
    }

    private func load(_ send: String) throws -> (warnings: [String], messages: [Message]) {
        let text = """
            treadle: 1
            ports: { keys: { match: k }, synth: { match: s }, lead: { match: l } }
            presets: [{ name: A, number: 1, on-load: [{ to: \(send), channel: 2 }], routings: [] }]

            """
        let configuration = try Configuration.load(text: text, files: [".known-programs": Self.known]).get()
        let preset = configuration.plan.pointee.presets.at(0)
        let messages = (0..<Int(preset.pointee.onLoadCount)).map { preset.pointee.onLoad[$0].message(nil) }
        return (configuration.diagnostics.list.map { $0.message }, messages)
    }

    @Test func nameBecomesBankAndProgram() throws {
        let (warnings, messages) = try load("synth, send: 'program \"Warm Pad\"'")
        #expect(warnings == [])
        #expect(
            messages == [
                .controlChange(channel: 1, controller: 0, value: 63),
                .controlChange(channel: 1, controller: 32, value: 1), .programChange(channel: 1, program: 5),
            ])
    }

    @Test func unknownNameIsAWarning() throws {
        let (warnings, messages) = try load("synth, send: 'program \"Warm Pat\"'")
        #expect(warnings.count == 1 && warnings[0].hasPrefix("`Warm Pat` is no program of `synth`, so nothing is sent"))
        #expect(warnings[0].contains("Warm Pad") && messages == [])
    }

    @Test func unknownDeviceIsAWarning() throws {
        let (warnings, messages) = try load("lead, send: 'program \"Warm Pad\"'")
        #expect(
            warnings == [
                "the programs of `lead` are not known yet, so nothing is sent; the device tells them when the box runs"
            ])
        #expect(messages == [])
    }
}
