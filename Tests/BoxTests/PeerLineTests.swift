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
                    for measures in [
                        nil, measures, SessionMeasures(), SessionMeasures(lostSysEx: 1, tooLarge: 3),
                    ] {
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
                + #""repaired":null,"unrepaired":null,"sysex-lost":null,"too-large":null}"#)
        json = JSON()
        let measures = SessionMeasures(roundTrip: 12_300_000, repaired: 3, unrepaired: 0)
        PeerLine(name: "A", address: "192.0.2.7:5004", state: .connected, alias: "a", measures: measures)
            .write(to: &json)
        #expect(
            json.text.hasSuffix(
                #""port":"a","round-trip":12.3,"repaired":3,"unrepaired":0,"sysex-lost":0,"too-large":0}"#))
    }

    /// The session as a line and as an object (N12).
    @Test(arguments: [
        (SessionLine(name: "Stage, UDP port 7", port: 5004, problem: nil), "Stage, UDP port 7, UDP port 5004"),
        (SessionLine(name: "off: x", port: 5004, problem: nil), "off: x, UDP port 5004"),
        (SessionLine(name: nil, port: 5004, problem: nil), "UDP port 5004, not announced yet"),
        (SessionLine(name: nil, port: 5004, problem: "it: ended"), "UDP port 5004, not announced: it: ended"),
        (SessionLine(name: nil, port: nil, problem: nil), "off"),
        (SessionLine(name: nil, port: nil, problem: "UDP port 5004: in use"), "off: UDP port 5004: in use"),
    ])
    func aSessionIsReadAsItWasWritten(line: SessionLine, text: String) {
        #expect(line.text == text)
        #expect(SessionLine(text) == line)
    }

    @Test(arguments: ["", "none", "UDP port x, not announced yet", "Stage, UDP port 99999"])
    func otherLinesAreNoSession(_ line: String) { #expect(SessionLine(line) == nil) }

    @Test func aSessionIsAnObject() {
        var json = JSON()
        SessionLine(name: "Stage", port: 5004, problem: nil).write(to: &json)
        #expect(json.text == #"{"name":"Stage","udp-port":5004,"problem":null}"#)
        json = JSON()
        SessionLine(name: nil, port: nil, problem: "in use").write(to: &json)
        #expect(json.text == #"{"name":null,"udp-port":null,"problem":"in use"}"#)
    }

    @Test(arguments: ["Nobody", " at 192.0.2.1:5: x", "a: b", "é"])
    func whoIsTurnedAwayIsReadAsItWasWritten(name: String) {
        for address in ["192.0.2.9:5004", "[fe80::1]:5004"] {
            for reason in ["no port names it", "no port names it; did you mean it by \"a at b: c\" of `pad`?"] {
                let line = TurnedAwayLine(name: name, address: address, reason: reason)
                #expect(TurnedAwayLine(line.text) == line, "\(line.text)")
            }
        }
        #expect(TurnedAwayLine("away: nobody") == nil)
        #expect(TurnedAwayLine("on") == nil)
    }
}
