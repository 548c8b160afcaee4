import Configuration
import Loop
import Panel

/// Simulates expression pedals and knobs (I10): keys press the chosen pedal and turn the chosen knob.
struct SimulatedPedals {
    private let pedals: [PedalConfiguration]
    private let knobs: [KnobConfiguration]
    /// Position of each pedal, in twentieths of the way from heel to toe.
    private var places: [Int]
    private var pedal = 0
    private var knob = 0

    private static let toe = 20

    /// Nil for a box without pedals and knobs.
    init?(_ box: BoxConfiguration) {
        if box.pedals.isEmpty && box.knobs.isEmpty { return nil }
        (pedals, knobs) = (box.pedals, box.knobs)
        places = pedals.map { _ in 0 }
    }

    var hasPedals: Bool { !pedals.isEmpty }
    var hasKnobs: Bool { !knobs.isEmpty }

    /// The positions in percent, for the status line; nil without pedals.
    var text: String? {
        if pedals.isEmpty { return nil }
        return pedals.enumerated().map { "pedal \($1.number) \(places[$0] * 100 / SimulatedPedals.toe) %" }
            .joined(separator: ", ")
    }

    /// Moves the chosen pedal by steps towards the toe, or back if negative. Returns a reading as its chip would send
    /// it.
    mutating func press(_ step: Int, at now: UInt64) -> PedalEvent? {
        guard pedals.indices.contains(pedal) else { return nil }
        places[pedal] = max(0, min(SimulatedPedals.toe, places[pedal] + step))
        let range = pedals[pedal].setup.range
        let eighths = 8 * (Int(range.to) - Int(range.from)) * places[pedal] / SimulatedPedals.toe
        return .reading(pedal: UInt8(pedals[pedal].number - 1), Int32(8 * Int(range.from) + eighths), at: now)
    }

    /// Turns the chosen knob by a detent.
    func turn(isRight: Bool) -> LoopCommand? {
        knobs.indices.contains(knob) ? .turn(knob: UInt8(knobs[knob].number - 1), isRight: isRight) : nil
    }

    /// Chooses the next pedal and the next knob. Returns the names of both.
    mutating func chooseNext() -> String {
        if !pedals.isEmpty { pedal = (pedal + 1) % pedals.count }
        if !knobs.isEmpty { knob = (knob + 1) % knobs.count }
        let names =
            (pedals.isEmpty ? [] : ["pedal \(pedals[pedal].number)"])
            + (knobs.isEmpty ? [] : ["knob \(knobs[knob].number)"])
        return names.joined(separator: " and ")
    }
}
