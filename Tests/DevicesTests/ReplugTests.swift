import Devices
import Testing

/// E2: the assignments of two aliases with the same rule while devices come and go. Inputs only, to keep it short.
@Suite struct ReplugTests {
    private let wanted = [want("a", match: "K*", .input), want("b", match: "K*", .input)]

    /// Matches the found ports of each step and returns the assignments as words.
    private func steps(_ steps: [[[FoundPort]]]) -> [String] {
        var matcher = PortMatcher()
        return steps.map { words(matcher.match(wanted, $0.flatMap { $0 })).joined(separator: " ") }
    }

    @Test func deviceThatReturnsToItsSocketGetsItsAliasAgain() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)], [usb("K", "1-2", card: 1)],
                [usb("K", "1-1", card: 5), usb("K", "1-2", card: 1)],
            ]) == ["a<0.1 b<1.1", "b<1.1", "a<5.1 b<1.1"])
    }

    @Test func deviceInAnotherSocketGoesToTheAliasWithoutADevice() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)], [usb("K", "1-1", card: 0)],
                [usb("K", "1-1", card: 0), usb("K", "1-1.4", card: 3)],
            ]) == ["a<0.1 b<1.1", "a<0.1", "a<0.1 b<3.1"])
    }

    @Test func firstDeviceKeepsItsAliasWhenAnEarlierSocketIsFilled() {
        #expect(
            steps([[usb("K", "1-2", card: 0)], [usb("K", "1-1", card: 1), usb("K", "1-2", card: 0)]])
                == ["a<0.1", "a<0.1 b<1.1"])
    }

    @Test func twoDevicesReturnToTheirAliases() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)], [], [usb("K", "1-2", card: 0)],
                [usb("K", "1-2", card: 0), usb("K", "1-1", card: 1)],
            ]) == ["a<0.1 b<1.1", "", "b<0.1", "a<1.1 b<0.1"])
    }

    /// Ports of one device under one name stay together, whatever else is plugged in.
    @Test func portsOfOneDeviceComeAndGoTogether() {
        let both = [want("k", .match("K*", port: 1), .input), want("p", .match("K*", port: 2), .input)]
        var matcher = PortMatcher()
        let steps = [
            usb("K", "1-2", card: 0, inputs: 2),
            usb("K", "1-1", card: 1, inputs: 2) + usb("K", "1-2", card: 0, inputs: 2), usb("K", "1-1", card: 1),
            usb("K", "1-1", card: 1) + usb("K", "1-3", card: 2, inputs: 2), [],
            usb("K", "1-4", card: 3, inputs: 2) + usb("K", "1-1", card: 4),
        ]
        #expect(
            steps.map { words(matcher.match(both, $0)).joined(separator: " ") }
                == ["k<0.1 p<0.2", "k<0.1 p<0.2", "k<1.1", "k<1.1", "", "k<4.1"])
    }

    @Test func aliasWithAPreviousDeviceComesFirst() {
        let only = [want("n", match: "K*", .input), want("a", match: "K*", .input)]
        var matcher = PortMatcher()
        _ = matcher.match([only[1]], usb("K", "1-1", card: 0))
        #expect(words(matcher.match(only, usb("K", "1-2", card: 0))) == ["a<0.1"])
    }

    @Test func serialNumberIdentifiesAMovedDevice() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0, serialNumber: "X"), usb("K", "1-2", card: 1, serialNumber: "Y")], [],
                [usb("K", "1-3", card: 0, serialNumber: "Y")],
            ]) == ["a<0.1 b<1.1", "", "b<0.1"])
    }

    @Test func socketCountsMoreThanSerialNumber() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0, serialNumber: "X"), usb("K", "1-2", card: 1, serialNumber: "Y")],
                [usb("K", "1-1", card: 0, serialNumber: "Y"), usb("K", "1-2", card: 1, serialNumber: "X")],
            ]) == ["a<0.1 b<1.1", "a<0.1 b<1.1"])
    }

    @Test func anotherDeviceInTheSocketIsNotTaken() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)],
                [usb("Other", "1-1", card: 0), usb("K", "1-2", card: 1)],
            ]) == ["a<0.1 b<1.1", "b<1.1"])
    }

    @Test func memoryFollowsTheNewSocket() {
        #expect(
            steps([
                [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)],
                [usb("K", "1-5", card: 0), usb("K", "1-2", card: 1)],
                [usb("K", "1-2", card: 1)],
                [usb("K", "1-2", card: 1), usb("K", "1-5", card: 0)],
            ]) == ["a<0.1 b<1.1", "a<0.1 b<1.1", "b<1.1", "a<0.1 b<1.1"])
    }

    @Test func clientIsKnownByItsNameAfterARestart() {
        let wanted = [want("p", match: "*", .input), want("q", match: "*", .input)]
        var matcher = PortMatcher()
        _ = matcher.match(wanted, client("One", 128) + client("Two", 129))
        #expect(words(matcher.match(wanted, client("Two", 128) + client("One", 130))) == ["p<130:0", "q<128:0"])
    }
}
