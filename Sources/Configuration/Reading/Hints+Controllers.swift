extension Hints {
    /// Finds assignments that differ in the controller only. One assignment has a list of controllers (A2).
    func read(controllersOf assignments: YAMLNode, _ log: DiagnosticLog) {
        for group in alike(assignments, but: "controller") {
            var kinds: [[Text]: [YAMLNode]] = [:]
            // With increment and latch, the controllers of a list share their value, so it would not be the same.
            for item in group where item.entry("mode").map({ $0.value.text == "direct" }) ?? true {
                if let kind = item.entry("controller")?.value.controllerKind { kinds[kind, default: []].append(item) }
            }
            for same in kinds.values where same.count > 1 {
                let controllers = same.compactMap { $0.entry("controller")?.value }
                if Set(controllers.map { $0.text }).count < same.count { continue }
                log.note(
                    same[1].place,
                    "\(same.count) assignments, the first in line \(same[0].place.line), differ in their controller "
                        + "only; one says it: `controller: [\(shown(controllers.map { $0.typed }))]`")
            }
        }
    }
}
