import Compact
import Configuration
import Devices
import Testing

@testable import Box

/// U1, U2: what `treadle ports` tells of a port of UMPs.
@Suite struct EndpointListTests {
    private func endpoint(speaks: UMPEndpoint.Protocols) -> UMPEndpoint {
        var endpoint = UMPEndpoint()
        endpoint.name = "Montage"
        endpoint.product = "M-0001"
        endpoint.capabilities = [.midi1, .midi2]
        endpoint.speaks = speaks
        var remote = FunctionBlock(1, "Remote", .input, first: 4, count: 1)
        remote.isMIDI1 = true
        remote.isActive = false
        endpoint.blocks = [FunctionBlock(0, "Parts", .both, first: 0, count: 4), remote]
        return endpoint
    }

    private func asker(_ wanted: String) throws -> PortConfiguration {
        let text = """
            treadle: 1
            name: Box
            ports: { synth: { match: "M*", protocol: \(wanted) } }
            presets: [{ name: Only, number: 1 }]
            """
        return try Configuration.load(text: text).get().box.ports[0]
    }

    @Test func endpointAndItsBlocksAreListed() {
        #expect(
            PortsCommand.text(endpoint(speaks: .midi2), of: nil) == """
                     endpoint speaks MIDI 2.0, can speak MIDI 1.0 and MIDI 2.0, product M-0001
                     block Parts  in and out  groups 1..4
                     block Remote  in  group 5  MIDI 1.0  inactive

                """)
        #expect(PortsCommand.text(nil, of: nil) == "")
    }

    @Test(arguments: [
        ("midi-2.0", UMPEndpoint.Protocols.midi1, "speaks MIDI 1.0, not MIDI 2.0 as synth asks,"),
        ("midi-1.0", .midi2, "speaks MIDI 2.0, not MIDI 1.0 as synth asks,"),
        ("midi-2.0", .midi2, "speaks MIDI 2.0, can"), ("auto", .midi1, "speaks MIDI 1.0, can"),
    ])
    func refusalIsSaid(wanted: String, speaks: UMPEndpoint.Protocols, expected: String) throws {
        let text = PortsCommand.text(endpoint(speaks: speaks), of: try asker(wanted))
        #expect(text.contains(expected), "\(text)")
    }

    @Test func jsonHasTheSame() {
        var json = JSON()
        PortsCommand.write(endpoint(speaks: .midi2), to: &json)
        #expect(
            json.text == #"{"name":"Montage","product":"M-0001","speaks":"MIDI 2.0","#
                + #""protocols":["MIDI 1.0","MIDI 2.0"],"blocks":["#
                + #"{"name":"Parts","direction":"in and out","first":1,"last":4,"midi1":false,"active":true},"#
                + #"{"name":"Remote","direction":"in","first":5,"last":5,"midi1":true,"active":false}]}"#)
    }
}
