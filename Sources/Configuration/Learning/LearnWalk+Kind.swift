extension LearnWalk {
    /// Returns how the value at this place is learnt.
    func kind() throws(LearnPlace.Problem) -> Learner.Kind {
        if let kind = LearnableKey.find(path)?.kind(self) { return kind }
        throw LearnPlace.Problem(
            message: "\(shown) cannot be learnt; these can: "
                + LearnableKey.all.compactMap { $0.words }.joined(separator: ", "))
    }

    /// The controller of this key, which may be relative where the mode beside it is increment (R26).
    var input: Learner.Kind {
        let steps = path.last != "to" && controller(["mode"], besides: path.count - 1) == "increment"
        return steps ? .stepping(was: old ?? "") : .controller(was: old ?? "")
    }

    /// A value of the controller beside this key.
    var value: Learner.Kind { .value(isFine: isFine(inputAt: path.count - 1), prefix: "") }

    /// A range or a least or greatest value of the controller of a condition.
    var valueOfCondition: Learner.Kind {
        let isFine = isFine(inputAt: path.count - 1)
        if ends != nil { return .sweep(isFine: isFine, runsDown: false) }
        let isBelow = (old ?? "").utf8.first == UInt8(ascii: "<")
        return .value(isFine: isFine, prefix: isBelow ? "<= " : ">= ")
    }

    /// The inputs of a linear map.
    var inputsOfMap: Learner.Kind {
        if let axis = motion(inputAt: path.count - 2) { return .tiltSweep(axis) }
        return .sweep(isFine: isFine(inputAt: path.count - 2), runsDown: false)
    }

    /// The outputs of a linear map.
    var outputsOfMap: Learner.Kind { .sweep(isFine: isFine(outputAt: path.count - 2), runsDown: runsDown) }

    /// The ends of a pedal; nil if there is no pedal of this number.
    var rangeOfPedal: Learner.Kind? {
        guard let number = path[path.count - 2].asText({ Decimal.whole($0, signed: false) }), 1...8 ~= number else {
            return nil
        }
        return .pedal(number - 1)
    }

    /// Returns the value of the first of `keys` that is written beside the key at an index of the path; nil if none
    /// is.
    private func controller(_ keys: [Text], besides index: Int) -> Text? {
        guard case .mapping(let entries)? = holders[index]?.content else { return nil }
        return entries.first { keys.contains($0.key) }?.value.text
    }

    /// Returns the input controller of a remap (`from`), condition or assignment (`controller`, because there `from`
    /// is a port).
    private func input(at index: Int) -> Text? {
        controller(index > 1 && path[index - 2] == "remap" ? ["from"] : ["controller"], besides: index)
    }

    private func isFine(inputAt index: Int) -> Bool { input(at: index).map { LearnWalk.isFine($0) } ?? false }

    private func isFine(outputAt index: Int) -> Bool {
        guard index > 1, path[index - 2] == "remap" else { return false }
        return controller(["to"], besides: index).map { LearnWalk.isFine($0) } ?? false
    }

    /// Returns the motion axis or pedal that is the input of a remap; nil for other inputs.
    private func motion(inputAt index: Int) -> String? {
        guard let input = input(at: index) else { return nil }
        return input.begins(with: "motion ") || input.begins(with: "pedal ") ? input.string : nil
    }

    /// The ends of the present value if it is a range of numbers.
    private var ends: (first: Int, last: Int)? {
        (old ?? "").asText { text in
            guard let ends = Reader.ends(text), let first = Decimal.whole(ends.low), let last = Decimal.whole(ends.high)
            else { return nil }
            return (first, last)
        }
    }

    private var runsDown: Bool { ends.map { $0.first > $0.last } ?? false }

    /// Whether a controller has 14 bits.
    private static func isFine(_ text: Text) -> Bool {
        if text == "pitch-bend" || text.begins(with: "motion") || text.begins(with: "pedal ") { return true }
        return text.ends(with: " 14-bit")
            || text.begins(with: "cc ") && text.contains(UInt8(ascii: "/"))
            || text.begins(with: "message") && text.contains(UInt8(ascii: "L"))
    }
}
