import Configuration
import Plan
import StageSupport
import Testing

/// The place in a set list over a reload, and at power-up (P8).
@Suite struct SetListTests {
    private func configuration(_ setList: String) throws -> CompiledConfiguration {
        let text = """
            treadle: 1
            ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
            start-preset: 1
            setlist: \(setList)
            presets: [{ name: A, number: 1 }, { name: B, number: 2 }, { name: C, number: 3 }]

            """
        return try Configuration.load(text: text).get()
    }

    /// The place, from 0, after these actions, after a reload in which A runs, and after `next`.
    private func places(_ before: String, _ actions: [Action], _ after: String) throws -> [SetListPlace] {
        let (old, new) = (try configuration(before), try configuration(after))
        let stage = Stage(old)
        for action in actions { stage.run(TimedHappening(at: 0, what: .action(action))) }
        var places = [stage.engine.router.status.setList]
        stage.adopt(new, at: 0)
        places.append(stage.engine.router.status.setList)
        stage.run(TimedHappening(at: 0, what: .action(.nextPreset)))
        return places + [stage.engine.router.status.setList]
    }

    @Test func aReloadGoesOnInTheListOfTheSameName() throws {
        let steps: [Action] = [.setList(1), .nextPreset, .nextPreset]
        let before = "{ One: [B, A], Two: [A, B, A, C] }"
        // A, B, A; the start preset A runs after the reload.
        #expect(
            try places(before, steps, "{ Two: [C, B, A, C, A], Three: [] }") == [
                SetListPlace(list: 1, place: 2), SetListPlace(list: 0, place: 2), SetListPlace(list: 0, place: 3),
            ])
        // A shorter list: from its last place on.
        #expect(
            try places(before, steps, "{ One: [], Two: [A, C] }") == [
                SetListPlace(list: 1, place: 2), SetListPlace(list: 1, place: 0), SetListPlace(list: 1, place: 1),
            ])
        // A list that is gone: the first one, from its beginning.
        #expect(
            try places(before, steps, "[B, C, B]") == [
                SetListPlace(list: 1, place: 2), SetListPlace(), SetListPlace(place: 0),
            ])
        // None any more: by number.
        #expect(
            try places(before, steps, "[]") == [SetListPlace(list: 1, place: 2), SetListPlace(), SetListPlace()])
    }

    @Test func aKeptPlaceComesBack() throws {
        let it = try configuration("{ One: [B, A], Two: [A, B, A] }")
        for (kept, place) in [
            (SetListPlace(list: 1, place: 2), SetListPlace(list: 1, place: 2)),
            // The preset stands elsewhere by now: the next place.
            (SetListPlace(list: 1, place: 1), SetListPlace(list: 1, place: 2)),
            // Not a place of the list.
            (SetListPlace(list: 1, place: 3), SetListPlace(list: 0, place: 1)),
            (SetListPlace(list: 2, place: 0), SetListPlace(list: 0, place: 1)),
        ] {
            let stage = Stage(it)
            stage.engine.router.resume(setList: SetListPlace(list: 0, place: -1))
            stage.engine.begin(preset: 0, setList: kept, at: 0)
            #expect(stage.engine.router.status.setList == place, "\(kept)")
        }
    }
}
