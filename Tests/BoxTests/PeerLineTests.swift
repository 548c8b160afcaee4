import Compact
import Foundation
import Network
import Testing

@testable import Box

/// Peers as `status` and `ports` print them (N12).
@Suite struct PeerLineTests {
    /// A line says the same as the object, whatever a peer calls itself.
    @Test(arguments: [
        "Stage iPhone", "a: gone, b", " at 1.2.3.4:5004: refused", "x, round trip 1 ms", "desk.local:5004", "é",
    ])
    func aLineIsReadAsItWasWritten(_ name: String) {
        let measures = SessionMeasures(roundTrip: 600_000, repaired: 2, unrepaired: 1)
        for address in [nil, "192.0.2.7:5004", "[2001:db8::1]:5004"] {
            for state in [PeerStatus.State.found, .inviting, .connected, .refused, .gone] {
                for alias in [nil, "phone", "my phone, left"] {
                    for measures in [nil, measures, SessionMeasures()] {
                        let line = PeerLine(
                            name: name, address: address, state: state, alias: alias, measures: measures)
                        #expect(PeerLine(line.text) == line, "\(line.text)")
                    }
                }
            }
        }
    }

    @Test(arguments: ["", "Stage iPhone", "Stage iPhone at 192.0.2.7:5004", "Stage iPhone: asleep"])
    func otherLinesAreNoPeers(_ line: String) { #expect(PeerLine(line) == nil) }

    @Test func anObjectHasNullForWhatIsNotKnown() {
        var json = JSON()
        PeerLine(name: "A \"B\"", address: nil, state: .inviting, alias: nil, measures: nil).write(to: &json)
        #expect(
            json.text
                == #"{"name":"A \"B\"","address":null,"state":"inviting","port":null,"round-trip":null,"#
                + #""repaired":null,"unrepaired":null}"#)
        json = JSON()
        let measures = SessionMeasures(roundTrip: 12_300_000, repaired: 3, unrepaired: 0)
        PeerLine(name: "A", address: "192.0.2.7:5004", state: .connected, alias: "a", measures: measures)
            .write(to: &json)
        #expect(json.text.hasSuffix(#""port":"a","round-trip":12.3,"repaired":3,"unrepaired":0}"#))
    }
}
