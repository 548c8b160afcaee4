import Plan
import Testing

@testable import Configuration

/// The places of ports with groups (U6), and what the box file says of UMPs and MIDI-CI (U2, U9).
struct GroupsTests {
    private func compiled(_ ports: [String], knownGroups: [String: Int] = [:]) throws -> CompiledConfiguration {
        var text = "treadle: 1\nports:\n"
        for (index, port) in ports.enumerated() { text += "  p\(index): { \(port) }\n" }
        let configuration = try Configuration.load(text: text, knownGroups: knownGroups).get()
        // Tests read its tables after their last use of the configuration, so it is never freed.
        _ = Unmanaged.passRetained(configuration)
        return configuration
    }

    private func counts(_ ports: [String], knownGroups: [String: Int] = [:]) throws -> [Int] {
        try compiled(ports, knownGroups: knownGroups).box.groups.entries.map { $0.count }
    }

    @Test func portHasAsManyGroupsAsItSaysOrIsKnownToHave() throws {
        #expect(try counts(["match: a", "uart: /dev/x", "virtual: both", "network: Mac"]) == [1, 1, 1, 1])
        #expect(try counts(["match: a, groups: 5", "match: b, group: 5", "match: c"]) == [5, 1, 1])
        #expect(try counts(["match: a", "usb: \"1-1\""], knownGroups: ["p0": 3, "p1": 40]) == [3, 16])
        #expect(try counts(["match: a, groups: 2", "match: b, group: 1"], knownGroups: ["p0": 9, "p1": 9]) == [2, 1])
        #expect(try counts(["match: a, protocol: midi-1.0"], knownGroups: ["p0": 2]) == [2])
    }

    @Test func protocolMIDI2TakesTheRoomThatIsLeftEvenly() throws {
        #expect(try counts(["match: a, protocol: midi-2.0", "uart: /dev/x"]) == [16, 1])
        let three = ["match: a, protocol: midi-2.0", "virtual: both, protocol: midi-2.0", "match: c, groups: 9"]
        #expect(try counts(three) == [11, 11, 9])
        // What the device has is enough.
        #expect(try counts(three, knownGroups: ["p0": 2]) == [2, 11, 9])
        let full = (0..<32).map { "match: m\($0), protocol: midi-2.0" }
        #expect(try counts(full) == [Int](repeating: 1, count: 32))
    }

    /// A reload with other counts keeps what is held, because no place moves.
    @Test func placesStayWhereTheyAre() throws {
        let ports = ["match: a", "match: b, groups: 2", "match: c", "match: d, protocol: midi-2.0"]
        let before = try compiled(ports).box.groups
        let after = try compiled(ports, knownGroups: ["p0": 16, "p2": 3, "p3": 1]).box.groups
        #expect(before.entries.map { $0.second } == after.entries.map { $0.second })
        #expect(after.entries.map { $0.count } == [7, 2, 3, 1])
        let places = (0..<4).flatMap { after.places(of: $0) }
        #expect(Set(places).count == places.count && places.allSatisfy { $0 < Limits.ports })
        #expect(places.allSatisfy { after.places(of: after.port(of: $0) ?? -1).contains($0) })
    }

    @Test func programKnowsThePlaceOfEachGroup() throws {
        let it = try compiled(["match: a, groups: 3", "match: b", "match: c, group: 4, midi-ci: false"])
        let plan = it.plan.pointee
        #expect((0..<5).map { it.plan.place(of: $0, at: 0) } == [0, 3, 4, .none, .none])
        #expect((0..<5).map { it.plan.place(of: $0, at: 1) } == [1, 1, 1, 1, 1])
        #expect((0..<5).map { it.plan.place(of: $0, at: 2) } == [.none, .none, .none, 2, .none])
        #expect([0, 3, 4, 1].map { it.plan.place(after: PortIndex($0)) } == [3, 4, .none, .none])
        #expect([0, 3, 4].map { plan.ports[$0].group } == [0, 1, 2])
        #expect([0, 3, 4].map { plan.ports[$0].groupCount } == [3, 3, 3])
        #expect([0, 3, 4, 1, 2].map { plan.ports[$0].first } == [0, 0, 0, 1, 2])
        #expect([0, 3, 1, 2].map { plan.ports[$0].hearsAllGroups } == [false, false, true, false])
        #expect([0, 1, 2].map { plan.ports[$0].offersCI } == [true, true, false])
        #expect([0, 3, 1].map { plan.ports[$0].commonValues } == [38, 38, PortTraits.none])
        #expect(plan.groupedSources == 0b11001)
    }

    /// Ports with `group:` that are found alike are groups of one device.
    @Test func portsOfOneDeviceShareIt() throws {
        let ports = [
            "match: a, direction: out", "match: a, group: 3", "match: a, group: 2, direction: out",
            "match: b, group: 1",
        ]
        let it = try compiled(ports, knownGroups: ["p0": 4])
        #expect(it.box.ports.map { $0.sharedWith } == [nil, 0, 0, nil])
        #expect(it.box.ports[0].sharesInput && it.box.ports[0].sharesOutput && !it.box.ports[1].sharesInput)
        let plan = it.plan.pointee
        #expect((0..<5).map { it.plan.place(of: $0, at: 0) } == [0, 2, 1, 6, .none])
        #expect([0, 4, 5, 6, 1, 2, 3].map { it.plan.place(after: PortIndex($0)) } == [4, 5, 6, 1, 2, .none, .none])
        #expect((0..<7).map { plan.ports[$0].device } == [0, 0, 0, 3, 0, 0, 0])
        #expect((0..<7).map { plan.ports[$0].first } == [0, 1, 2, 3, 0, 0, 0])
        // Without one for the rest, the first of the file is the one that is opened.
        let few = try compiled(["match: a, group: 3", "match: a, group: 1"])
        #expect(few.box.ports.map { $0.sharedWith } == [nil, 0])
        #expect((0..<3).map { few.plan.place(of: $0, at: 0) } == [1, .none, 0])
    }

    @Test func namesTellPlacesApart() throws {
        let box = try compiled(["match: a, groups: 2", "match: b"]).box
        #expect((0..<4).map { box.name(of: $0) } == ["p0:1", "p1", "p0:2", nil])
        #expect((0..<4).map { box.alias(of: $0) } == ["p0", "p1", "p0", nil])
        #expect(["p0", "p0:1", "p0:2", "p0:3", "p1"].map { box.place(named: $0) } == [0, 0, 2, nil, 1])
    }

    @Test func routingWithoutGroupsHasNoTable() throws {
        let it = try loaded(box("{from: [keys], to: [module, out]}"))
        #expect(it.plan.pointee.destinationTables == nil && it.plan.pointee.groupedSources == 0)
        #expect(it.routing(0).destinationCount == 2)
    }

    @Test func routingsWithTheSameDestinationsShareATable() throws {
        let text = """
            treadle: 1
            ports: {keys: {match: k}, synth: {match: s, groups: 2}, out: {match: o}}
            presets:
            - {name: P, routings: [{from: [keys], to: [synth, out]}, {from: [keys], to: [any]}]}
            - {name: Q, routings: [{from: [keys], to: [synth, out]}, {from: [keys], to: [out]}]}

            """
        let plan = try loaded(text).plan.pointee
        let (p, q) = (plan.presets[0].routings, plan.presets[1].routings)
        #expect([p[0], p[1], q[0]].map { $0.destinationTable } == [0, 1, 0])
        #expect(q[1].destinationCount == 1 && q[1].destinations[0] == 2)
        #expect(plan.destinations == 0b1111)
        #expect(Array(plan.destinations(ofTabled: plan.presets[0].routings.at(0), from: 3)) == [3, 2])
    }

    @Test(arguments: [
        Marked(.port, "match: a, protocol: §midi2", "auto, midi-1.0 or midi-2.0"),
        Marked(.port, "match: a, protocol: §midi-2", "did you mean `midi-2.0`?"),
        Marked(.port, "match: a, group: §0", "a number 1..16"),
        Marked(.port, "match: a, groups: §17", "a number 1..16"),
        Marked(.port, "match: a, group: 1, §groups: 2", "`groups` and `group` exclude each other"),
        Marked(.port, "uart: /dev/x, protocol: §midi-2.0", "a serial line speaks MIDI 1.0 only"),
        Marked(.port, "network: Mac, protocol: §midi-2.0", "a peer of RTP-MIDI speaks MIDI 1.0 only"),
        Marked(.port, "uart: /dev/x, §groups: 2", "a serial line has no groups"),
        Marked(.port, "network: Mac, §group: 2", "a peer of RTP-MIDI has no groups"),
        Marked(.port, "virtual: both, §groups: 2", "a virtual port has groups only with `protocol: midi-2.0`"),
        Marked(.port, "match: a, midi-ci: §yes", "true or false"),
        Marked(.port, "match: a, write: §yes", "true or false"),
        Marked(.port, "match: a, §gruops: 2", "did you mean `groups`?"),
        Marked(
            .box, "treadle: 1\nports:\n  a: {match: m, group: 2}\n  §b: {match: m, group: 2}\n",
            "group 2 of this device is already the port `a`"),
        Marked(
            .box,
            "treadle: 1\nports:\n  a: {match: m, protocol: midi-1.0}\n  §b: {match: m, group: 2, protocol: midi-2.0}\n",
            "`protocol` is that of the device, which `a` names too"),
        Marked(.box, "treadle: 1\nmidi-ci: §true\n", "a mapping of keys and values"),
        Marked(.box, "treadle: 1\nmidi-ci: {enabled: §on}\n", "true or false"),
        Marked(.box, "treadle: 1\nmidi-ci: {write: §all}\n", "true or false"),
        Marked(.box, "treadle: 1\nmidi-ci: {manufacturer: §80}\n", "a SysEx id in hex"),
        Marked(.box, "treadle: 1\nmidi-ci: {manufacturer: §00}\n", "a SysEx id in hex"),
        Marked(.box, "treadle: 1\nmidi-ci: {manufacturer: §\"01 02 03\"}\n", "a SysEx id in hex"),
        Marked(.box, "treadle: 1\nmidi-ci: {family: §16384, model: §-1}\n", "0..16383", "0..16383"),
        Marked(.box, "treadle: 1\nmidi-ci: {§modle: 1}\n", "did you mean `model`?"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func tooManyPlacesAreReportedWithTheirNumbers() {
        Marked(
            .box,
            "treadle: 1\nports:\n  a: { match: a, groups: 16 }\n  §b: { match: b, groups: 16 }\n"
                + "  c: { match: c, groups: 2 }\n",
            "3 ports with their `groups` need 34 places; the limit `ports` is 32"
        ).check()
    }

    @Test func identityOfTheBoxIsRead() throws {
        func identity(_ text: String) throws -> CIConfiguration {
            try Configuration.load(text: "treadle: 1\n\(text)").get().box.midiCI
        }
        let standard = try identity("")
        #expect(standard.isEnabled && standard.manufacturer == 0x007D00 && standard.family == 1 && standard.model == 1)
        let own = try identity("midi-ci: {enabled: false, manufacturer: \"00 21 7f\", family: 300, model: 16383}\n")
        #expect(!own.isEnabled && own.manufacturer == 0x00217F && own.family == 300 && own.model == 16383)
        #expect(try identity("midi-ci: {manufacturer: 7D}\n").manufacturer == 0x7D0000)
    }
}
