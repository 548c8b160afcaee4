import Plan

extension Source {
    /// The words of the box's own sources, in the order of their numbers from `clock` on.
    package static let words = ["clock", "motion", "footswitches", "pedals", "knobs", "variables"]

    /// Returns the word of one of the box's own sources; nil for a port.
    package static func word(of source: UInt8) -> String? {
        clock..<clock + UInt8(words.count) ~= source ? words[Int(source - clock)] : nil
    }
}
