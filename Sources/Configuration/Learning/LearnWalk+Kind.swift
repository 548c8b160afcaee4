extension LearnWalk {
    /// Returns the kind of value at this place.
    func kind() throws(LearnPlace.Problem) -> Learner.Kind {
        let last = path.last ?? ""
        let above = path.dropLast().last ?? ""
        let list = path.dropLast(2).last ?? ""
        let isItem = above == "#"
        let isRange = above == "range" && list == "motion"
        if !isPlace { throw notLearnable }
        switch last {
        case "notes" where above == "restrict" || isItem && list == "of": return .noteRange
        case "velocities" where above == "restrict" || isItem && list == "of": return .velocityRange
        case "map" where above == "notes": return .noteMapEntry
        case _ where above == "map" && list == "notes": return .key
        case "channel": return .channel
        case "fixed" where above == "velocity": return .velocity
        case "from" where isItem && list == "remap", "to" where isItem && list == "remap", "controller", "decrement":
            return .controller(was: old ?? "")
        case "trigger", "start", "end": return .value(isFine: isFine(inputAt: path.count - 1), prefix: "")
        case "when":
            if isRangeOfNumbers { return .sweep(isFine: isFine(inputAt: path.count - 1), runsDown: false) }
            let isBelow = (old ?? "").utf8.first == UInt8(ascii: "<")
            return .value(isFine: isFine(inputAt: path.count - 1), prefix: isBelow ? "<= " : ">= ")
        case "in" where above == "linear":
            if let axis = motion(inputAt: path.count - 2) { return .tiltSweep(axis) }
            return .sweep(isFine: isFine(inputAt: path.count - 2), runsDown: false)
        case "out" where above == "linear":
            return .sweep(isFine: isFine(outputAt: path.count - 2), runsDown: runsDown)
        case "tempo" where isItem && list == "presets" || above == "clock" && path.count == 2: return .tempo
        case "number" where isItem && list == "presets": return .program
        case "send" where isItem && list == "on-load": return .message
        case "x" where isRange, "y" where isRange, "z" where isRange:
            return .tilt(axis: last == "x" ? 0 : last == "y" ? 1 : 2)
        case "range" where list == "pedals":
            guard let number = above.asText({ Decimal.whole($0, signed: false) }), 1...8 ~= number else {
                throw notLearnable
            }
            return .pedal(number - 1)
        default: throw notLearnable
        }
    }

    private var notLearnable: LearnPlace.Problem {
        LearnPlace.Problem(
            message:
                "\(shown) cannot be learnt; these can: notes, velocities and channel of restrict and conditions, "
                + "channel elsewhere, map of notes and its entries, fixed of velocity, from, to and decrement of "
                + "remaps, controller, trigger, start, end, when, in and out of linear, tempo, number of a preset, "
                + "send of on-load, x, y and z of range of motion, range of pedals")
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

    private var isRangeOfNumbers: Bool { ends != nil }

    private var runsDown: Bool { ends.map { $0.first > $0.last } ?? false }

    /// Whether a controller has 14 bits.
    private static func isFine(_ text: Text) -> Bool {
        if text == "pitch-bend" || text.begins(with: "motion") || text.begins(with: "pedal ") { return true }
        return text.ends(with: " 14-bit")
            || text.begins(with: "cc ") && text.contains(UInt8(ascii: "/"))
            || text.begins(with: "message") && text.contains(UInt8(ascii: "L"))
    }
}
