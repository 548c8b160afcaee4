import Panel
import Plan

extension Reader {
    /// Reads `menu: { step: A, choose: B }`, two different footswitches.
    func readMenu(_ node: YAMLNode) {
        var fields = fields(node, "the menu", such: "step: A, choose: B")
        if !fields.isMapping { return }
        let stepEntry = required("step", in: &fields, "the footswitch that goes to the next entry")
        let chooseEntry = required("choose", in: &fields, "the footswitch that chooses it")
        let knob = integer(fields.take("knob"), 1...PanelLimits.knobs, "a knob")
        fields.finish(log)
        if let knob, !box.knobs.contains(where: { $0.number == knob }) {
            log.error(fields.place, "the menu names knob \(knob), and `knobs` has none of that number")
        }
        let (step, choose) = (menuSwitch(stepEntry), menuSwitch(chooseEntry))
        guard let step, let choose else { return }
        if step == choose, let chooseEntry {
            return wrong(chooseEntry, "another footswitch than that of `step`")
        }
        box.menu = MenuConfiguration(step: step, choose: choose, knob: knob)
    }

    private func menuSwitch(_ entry: YAMLNode.Entry?) -> Int? {
        guard let entry else { return nil }
        guard let name = text(entry, "the name of a footswitch") else { return nil }
        if let index = switchNumbers[name] { return index }
        log.error(
            entry.value.place,
            "no footswitch is called `\(clipped(name))`" + offer(name, among: box.footswitches.map { $0.name }))
        return nil
    }
}
