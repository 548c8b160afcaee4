import Configuration
import Engine
import Host
import Panel
import Upkeep

extension RunningConfiguration {
    /// F4: writes a tilt range that was learnt by foot into `motion.range` of the box file. A failure is reported, and
    /// the box keeps the range in memory.
    func save(_ learnt: LearntRange) {
        save(learnt.range.text, at: "motion.range.\(["x", "y", "z"][Int(learnt.axis)])")
    }

    /// I10: writes a pedal's range that was learnt by foot into the box file, and handles a failure likewise.
    func save(_ learnt: LearntPedal) {
        save(learnt.range.text, at: "pedals.\(learnt.pedal + 1).range")
    }

    private func save(_ value: String, at name: String) {
        do throws(LearnPlace.Problem) {
            let place = try LearnPlace(path: path, place: name, drafts: drafts.inForce)
            guard place.isAsRead(hashes) else {
                throw LearnPlace.Problem(
                    message: "\(place.file) has changed since it was read; reload it first ('treadle reload')")
            }
            if place.old == value { return }
            if case .failure(let diagnostics) = place.check(value) {
                throw LearnPlace.Problem(message: diagnostics.list.first?.text ?? "the configuration would have errors")
            }
            if drafts.hasDraft(place.name) {
                try addToDrafts([(place.name, place.text(with: value))])
                Console.out("treadle: \(name) is \(value): in the draft of \(place.file)\n")
                return
            }
            try replace(place, value)
            page.changed([place.name], by: "")
            Console.out("treadle: \(name) is \(value): saved in \(place.file)\n")
        } catch {
            Console.error("treadle: \(name) is \(value), and is saved in no file: \(error.message)\n")
        }
    }

    private func replace(_ place: LearnPlace, _ value: String) throws(LearnPlace.Problem) {
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.replace(
                place.file, place.bytes, by: place.text(with: value), within: StateFolder.folder(of: path))
        } catch {
            throw LearnPlace.Problem(message: "\(place.file): \(error.message)")
        }
        hashes[place.name] = place.hash(with: value)
    }
}

extension TiltRange {
    /// The range as a box file has it, such as `-20..35`.
    var text: String { "\(from)..\(to)" }
}

extension PedalRange {
    /// The range as a box file has it, such as `120..3150`.
    var text: String { "\(from)..\(to)" }
}
