import Plan
import Testing

@testable import Configuration

/// A configuration over a limit is refused with the limit's name; one at the limit is not.
struct LimitsTests {
    /// Returns the messages, without the warnings of equal routings (R19).
    private func reported(_ text: String) -> [String] {
        diagnostics(text).map { $0.message }.filter { !$0.contains("gets them twice") }
    }

    private func expect(_ name: String, _ limit: Int, _ text: (Int) -> String) {
        #expect(reported(text(limit)).isEmpty)
        let over = reported(text(limit + 1))
        #expect(over == ["over the limit `\(name)`: \(limit + 1), and at most \(limit) are possible"])
    }

    private func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ", ")
    }

    @Test func limitsOfTheBox() {
        expect("ports", Limits.ports) { "treadle: 1\nports: {\(list($0) { "p\($0): {match: x}" })}\n" }
        expect("presets", Limits.presets) { "treadle: 1\npresets: [\(list($0) { "{name: p\($0)}" })]\n" }
        expect("footswitches", 16) { "treadle: 1\nfootswitches: {\(list($0) { "s\($0): {line: \"g:\($0)\"}" })}\n" }
        expect("variables", Limits.variables) { "treadle: 1\nvariables: {\(list($0) { "v\($0): {}" })}\n" }
        expect("sendings", Limits.sendings) {
            let choices = list($0) { "\($0): send \"out\" program 1" }
            return box("", head: "assignments: [{from: keys, controller: pitch-bend, do: {\(choices)}}]")
        }
        func lists(_ count: Int, of actions: Int) -> String {
            let choices = list(count) { "\($0): [\(list(actions) { _ in "tap" })]" }
            return box("", head: "assignments: [{from: keys, controller: pitch-bend, do: {\(choices)}}]")
        }
        expect("actionsOfList", Limits.actionsOfList) { lists(1, of: $0) }
        expect("actionLists", Limits.actionLists) { lists($0, of: 2) }
        expect("setLists", Limits.setLists) { "treadle: 1\nsetlist: {\(list($0) { "s\($0): []" })}\n" }
        func places(_ count: Int) -> String {
            "treadle: 1\nsetlist: [\(list(count) { _ in "A" })]\npresets: [{name: A}]\n"
        }
        #expect(reported(places(Limits.setListPlaces)).isEmpty)
        #expect(
            reported(places(Limits.setListPlaces + 1)) == [
                "over the limit `setListPlaces`: more than 256, and at most 256 are possible"
            ])
        expect("assignments", Limits.assignments) {
            box("", head: "assignments: [\(list($0) { _ in "{from: keys, controller: cc 1, set: preset}" })]")
        }
    }

    @Test func limitsOfARouting() {
        expect("remapsOfRouting", Limits.remapsOfRouting) {
            box("{from: [keys], to: [out], controllers: {remap: [\(list($0) { _ in "{from: cc 1, to: cc 2}" })]}}")
        }
        expect("onLoadOfRouting", Limits.onLoadOfRouting) {
            box("{from: [keys], to: [out], on-load: [\(list($0) { _ in "{send: program 1}" })]}")
        }
        expect("conditionsOfRouting", Limits.conditionsOfRouting) { box(conditional($0)) }
        expect("routingEnds", Limits.routingEnds) {
            "treadle: 1\nports: {k: {match: k}, \(list($0) { "p\($0): {match: x}" })}\n"
                + "presets: [{name: P, routings: [{from: [\(list($0) { "p\($0)" })], to: [k]}]}]\n"
        }
    }

    /// P7: each port to which a preset itself sends counts as a routing.
    @Test func limitsOfThePresetsOwnMessages() {
        let ports = "treadle: 1\nports: {keys: {match: k}, a: {match: a}, b: {match: b}}\n"
        expect("onLoadOfPreset", Limits.onLoadOfPreset) {
            ports + "presets: [{name: P, on-load: [\(list($0) { _ in "{to: a, send: program 1}" })]}]\n"
        }
        func counted(_ routings: Int, _ own: String, _ rest: String) -> String {
            ports
                + "presets: [{name: P, \(own), routings: "
                + "[\(list(routings) { _ in "{from: [keys], to: [a]}" })]}\(rest)]\n"
        }
        let two = "on-load: [{to: a, send: program 1}, {to: b, send: program 1}, {to: a, send: program 2}]"
        expect("routings", Limits.routings) { counted($0 - 2, two, "") }
        expect("routings", Limits.routings) { counted($0 - 2, "insert: [Q]", ", {name: Q, \(two)}") }
    }

    @Test func limitOfParts() {
        expect("parts", Limits.parts) {
            "treadle: 1\npresets: [{name: P, parts: [\(list($0) { "{name: Part \($0)}" })]}]\n"
        }
    }

    @Test func limitOfLearnables() {
        func text(_ count: Int) -> String {
            let values = list(count) { "V\($0): routings.1.channel" }
            return "treadle: 1\nports: {k: {match: k}}\n"
                + "presets: [{name: P, learnable: {\(values)}, routings: [{from: [k], to: [k]}]}]\n"
        }
        expect("learnables", Limits.learnables, text)
        // The learnable of the inserted preset exceeds the limit.
        let both = text(Limits.learnables).replacing("learnable: {", with: "insert: [Q], learnable: {")
            .replacing("}]}]\n", with: "}]}, {name: Q, learnable: {N: number}, number: 1, routings: []}]\n")
        #expect(reported(both).first?.hasPrefix("over the limit `learnables`: 33") == true, "\(reported(both))")
    }

    /// Returns a routing with `count` conditions, including sub-conditions.
    private func conditional(_ count: Int) -> String {
        let inner = list(count - 1) { _ in "{from: keys, controller: cc 1}" }
        return "{from: [keys], to: [out], restrict: {conditions: {of: "
            + "[{from: keys, controller: cc 2, conditions: {of: [\(inner)]}}]}}}"
    }

    @Test func limitOfConditionsOfAPreset() {
        let full = list(8) { _ in conditional(32) }
        #expect(reported(box(full)).isEmpty)
        let over = ["over the limit `conditionsOfPreset`: 257, and at most 256 are possible"]
        #expect(reported(box("\(full), \(conditional(1))")) == over)
        let inserting = "{name: P, insert: [Q], routings: [\(conditional(1))]}, {name: Q, routings: [\(full)]}"
        #expect(reported("treadle: 1\nports: {keys: {match: k}, out: {match: o}}\npresets: [\(inserting)]\n") == over)
    }

    @Test func limitOfRearms() {
        func remaps(_ count: Int) -> String {
            let routings = stride(from: 0, to: count, by: 64).map {
                let remaps = list(min(64, count - $0)) { _ in "{from: cc 1, to: cc 2, mode: latch, rearm: 9}" }
                return "{from: [keys], to: [out], controllers: {remap: [\(remaps)]}}"
            }
            return box(routings.joined(separator: ", "))
        }
        #expect(reported(remaps(Limits.rearms)).isEmpty)
        let over = "over the limit `rearms`: more than 128, and at most 128 are possible"
        #expect(reported(remaps(Limits.rearms + 1)) == [over])
    }

    @Test func limitOfTrackedPorts() {
        expect("trackedPorts", Limits.trackedPorts) { count in
            let routings = list(count) { "{from: [k], to: [p\($0)], controllers: {pick-up: true}}" }
            return "treadle: 1\nports: {k: {match: k}, \(list(count) { "p\($0): {match: x}" })}\n"
                + "presets: [{name: P, routings: [\(routings)]}]\n"
        }
    }

    @Test func limitsOfHolds() {
        func remap(_ count: Int) -> String {
            "{from: cc 1, to: cc 2, hold: {of: [\(list(count) { _ in "{from: keys, controller: cc 3}" })]}}"
        }
        func remaps(_ count: Int) -> String {
            box("{from: [keys], to: [out], controllers: {remap: [\(list(count) { _ in remap(1) })]}}")
        }
        expect("holds", Limits.holds, remaps)
        expect("conditionsOfHold", Limits.conditionsOfHold) {
            box("{from: [keys], to: [out], controllers: {remap: [\(remap($0))]}}")
        }
        // Conditions of holds count among those of the preset.
        let full = list(8) { _ in "{from: [keys], to: [out], controllers: {remap: [\(remap(32))]}}" }
        #expect(reported(box(full)).isEmpty)
        let over = ["over the limit `conditionsOfPreset`: 257, and at most 256 are possible"]
        #expect(reported(box("\(full), \(conditional(1))")) == over)
    }

    @Test func limitOfConditionsOfAssignments() {
        func assignment(_ count: Int) -> String {
            let of = list(count) { _ in "{from: keys, controller: cc 1}" }
            return "{from: keys, controller: cc 1, set: preset, conditions: {of: [\(of)]}}"
        }
        expect("conditionsOfAssignment", Limits.conditionsOfAssignment) {
            box("", head: "assignments: [\(assignment($0))]")
        }
        let full = list(64) { _ in assignment(32) }
        #expect(reported(box("", head: "assignments: [\(full)]")).isEmpty)
        #expect(
            reported(box("", head: "assignments: [\(full), \(assignment(1))]"))
                == ["over the limit `conditionsOfAssignments`: 2049, and at most 2048 are possible"])
    }

    /// Each of several controllers of an assignment counts.
    @Test func limitOfListedControllers() {
        let many = list(Limits.assignments - 1) { _ in "{from: keys, controller: cc 1, set: preset}" }
        let two = "{from: keys, controller: [cc 1, cc 2], set: preset}"
        #expect(
            reported(box("", head: "assignments: [\(many), \(two)]"))
                == ["over the limit `assignments`: 257, and at most 256 are possible"])
        let own = list(Limits.assignmentsOfPreset - 1) { _ in "{from: keys, controller: cc 1, set: preset}" }
        #expect(
            reported("treadle: 1\nports: {keys: {match: k}}\npresets: [{name: P, assignments: [\(own), \(two)]}]\n")
                == ["over the limit `assignmentsOfPreset`: 65, and at most 64 are possible"])
    }

    /// A remap to all channels counts as sixteen.
    @Test func limitOfRemapsToAllChannels() {
        func routing(_ count: Int) -> String {
            let remaps = list(count) { "{from: cc \($0), to: cc 9, channel: all}" }
            return box("{from: [keys], to: [out], controllers: {remap: [\(remaps)]}}")
        }
        #expect(reported(routing(4)).isEmpty)
        #expect(reported(routing(5)) == ["over the limit `remapsOfRouting`: 80, and at most 64 are possible"])
    }

    /// A5: those of inserted presets count.
    @Test func limitOfAssignmentsOfAPreset() {
        func presets(_ own: Int, _ inserted: Int) -> String {
            func assignments(_ count: Int) -> String {
                list(count) { _ in "{from: keys, controller: cc 1, set: preset}" }
            }
            return "treadle: 1\nports: {keys: {match: k}}\npresets: [{name: P, insert: [Q], assignments: ["
                + assignments(own) + "]}, {name: Q, assignments: [\(assignments(inserted))]}]\n"
        }
        let over = ["over the limit `assignmentsOfPreset`: 65, and at most 64 are possible"]
        #expect(reported(presets(60, 4)).isEmpty)
        #expect(reported(presets(60, 5)) == over)
        #expect(reported(presets(65, 0)) == over)
        func conditional(_ count: Int) -> String {
            let of = list(32) { _ in "{from: keys, controller: cc 1}" }
            let one = "{from: keys, controller: cc 1, set: preset, conditions: {of: [\(of)]}}"
            let all = list(count) { _ in one }
            return "treadle: 1\nports: {keys: {match: k}}\npresets: [{name: P, assignments: [\(all)]}]\n"
        }
        #expect(reported(conditional(8)).isEmpty)
        #expect(
            reported(conditional(9)) == ["over the limit `conditionsOfPreset`: 288, and at most 256 are possible"])
    }

    @Test func limitOfRemapsOfAPreset() {
        let remaps = list(64) { _ in "{from: cc 1, to: cc 2}" }
        let full = list(8) { _ in "{from: [keys], to: [out], controllers: {remap: [\(remaps)]}}" }
        #expect(reported(box(full)).isEmpty)
        let one = "{from: [keys], to: [out], controllers: {remap: [{from: cc 1, to: cc 2}]}}"
        let over = reported(box("\(full), \(one)"))
        #expect(over == ["over the limit `remapsOfPreset`: 513, and at most 512 are possible"])
        let inserting = "{name: P, insert: [Q], routings: [\(one)]}, {name: Q, routings: [\(full)]}"
        #expect(reported("treadle: 1\nports: {keys: {match: k}, out: {match: o}}\npresets: [\(inserting)]\n") == over)
    }

    /// Presets that insert a full one; the last preset exceeds a limit of all presets together.
    @Test func limitsOfAllPresetsTogether() {
        func presets(_ full: String, and last: String) -> String {
            let others = list(127) { "{name: P\($0), insert: [Q]}" }
            let empty = list(127) { "{name: E\($0)}" }
            return "treadle: 1\nports: {keys: {match: k}, out: {match: o}}\n"
                + "presets: [{name: Q, routings: [\(full)]}, \(others), \(empty), {name: Z, routings: [\(last)]}]\n"
        }
        func expectTotal(_ name: String, _ limit: Int, _ full: String, _ one: String) {
            #expect(reported(presets(full, and: "")).isEmpty)
            let over = "over the limit `\(name)`: \(limit + 1), and at most \(limit) are possible"
            #expect(reported(presets(full, and: one)) == [over])
        }
        let through = "{from: [keys], to: [out]}"
        expectTotal("routingsOfBox", Limits.routingsOfBox, list(64) { _ in through }, through)
        func remapping(_ count: Int) -> String {
            let remaps = list(count) { _ in "{from: cc 1, to: cc 2}" }
            return "{from: [keys], to: [out], controllers: {remap: [\(remaps)]}}"
        }
        expectTotal("remapsOfBox", Limits.remapsOfBox, list(8) { _ in remapping(64) }, remapping(1))
        expectTotal("conditionsOfBox", Limits.conditionsOfBox, list(8) { _ in conditional(32) }, conditional(1))
    }

    /// Each 14-bit pair takes one of the slots that all presets share.
    @Test func limitOfDerivedInputs() {
        func text(_ count: Int) -> String {
            let remaps = (0..<count).map { "{from: cc \($0 / 127)/\(($0 / 127 + 1 + $0 % 127) % 128), to: cc 1}" }
            let routings = stride(from: 0, to: count, by: 64).map { start in
                "{from: [k], to: [k], controllers: {remap: "
                    + "[\(remaps[start..<Swift.min(count, start + 64)].joined(separator: ", "))]}}"
            }
            let presets = stride(from: 0, to: routings.count, by: 8).map { start in
                "{name: P\(start), routings: "
                    + "[\(routings[start..<Swift.min(routings.count, start + 8)].joined(separator: ", "))]}"
            }
            return "treadle: 1\nports: {k: {match: k}}\npresets: [\(presets.joined(separator: ", "))]\n"
        }
        expect("derivedInputs", Limits.derivedInputs, text)
    }

    @Test func limitOfMessageBytes() {
        func pattern(_ bytes: Int) -> String {
            let data = String(repeating: "01 ", count: bytes - 2)
            return box("{from: [keys], to: [out], on-load: [{send: 'message \"F0 \(data)F7\"'}]}")
        }
        #expect(reported(pattern(256)).isEmpty)
        #expect(reported(pattern(257)).first?.contains("the limit `patternBytes`; it has 257") == true)
    }

    @Test func limitOfChords() {
        // 9 switches make 36 pairs, but only 32 pairs can be used.
        let switches = list(9) { "s\($0): {line: \"h:\($0)\"}" }
        let pairs = (0..<9).flatMap { a in (0..<a).map { "s\(a)+s\($0)" } }
        func text(_ count: Int) -> String {
            let remaps = pairs.prefix(count).map { "{from: switch \($0), to: cc 1}" }.joined(separator: ", ")
            return "treadle: 1\nports: {k: {match: k}}\nfootswitches: {\(switches)}\npresets: [{name: P, routings: "
                + "[{from: [footswitches], to: [k], controllers: {remap: [\(remaps)]}}]}]\n"
        }
        #expect(reported(text(32)).isEmpty)
        #expect(reported(text(33)).first?.contains("the limit `chords`") == true)
    }
}
