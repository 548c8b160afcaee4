extension ControllerNames {
    /// Finds the controller with a name, 0...127; nil if there is none.
    ///
    /// Knows the names of `name(_:)`, other names from the standard or common use, and each name of a 14-bit controller
    /// followed by `-msb` or `-lsb`.
    ///
    /// - Parameter name: lower-case ASCII, without blanks around it.
    /// - Complexity: about two hundred comparisons; for reading configurations, not for the loop.
    package static func controller(_ name: Span<UInt8>) -> UInt8? {
        if let controller = controller(name, length: name.count) { return controller }
        let stem = name.count - 4
        let isLSB = has(name, "-lsb", at: stem)
        guard isLSB || has(name, "-msb", at: stem) else { return nil }
        guard let controller = controller(name, length: stem), controller < 32 else { return nil }
        return isLSB ? controller + 32 : controller
    }

    /// Finds the controller named by the first `length` bytes.
    private static func controller(_ name: Span<UInt8>, length: Int) -> UInt8? {
        for controller in UInt8(0)...127 {
            if let shown = self.name(controller), shown.utf8CodeUnitCount == length, has(name, shown, at: 0) {
                return controller
            }
        }
        for index in synonyms.indices {
            let (synonym, controller) = synonyms[index]
            if synonym.utf8CodeUnitCount == length, has(name, synonym, at: 0) { return controller }
        }
        return nil
    }

    private static func has(_ name: Span<UInt8>, _ part: StaticString, at start: Int) -> Bool {
        guard start >= 0, start + part.utf8CodeUnitCount <= name.count else { return false }
        for index in 0..<part.utf8CodeUnitCount where name[start + index] != part.utf8Start[index] { return false }
        return true
    }

    /// Other names: from older and newer tables of the standard, sound controllers by number, and common use.
    private static let synonyms: [58 of (StaticString, UInt8)] = [
        ("bank-select", 0), ("modulation-wheel", 1), ("breath-controller", 2), ("foot-controller", 4),
        ("channel-volume", 7), ("main-volume", 7), ("expression-controller", 11), ("effect-control-1", 12),
        ("effect-control-2", 13), ("general-purpose-1", 16), ("general-purpose-2", 17), ("general-purpose-3", 18),
        ("general-purpose-4", 19), ("damper", 64), ("hold", 64), ("hold-1", 64), ("soft-pedal", 67),
        ("legato-footswitch", 68), ("sound-variation", 70), ("sound-controller-1", 70), ("resonance", 71),
        ("harmonic-intensity", 71), ("sound-controller-2", 71), ("release-time", 72), ("sound-controller-3", 72),
        ("attack-time", 73), ("sound-controller-4", 73), ("cutoff", 74), ("sound-controller-5", 74),
        ("decay-time", 75), ("sound-controller-6", 75), ("sound-controller-7", 76), ("sound-controller-8", 77),
        ("sound-controller-9", 78), ("general-purpose-5", 80), ("general-purpose-6", 81), ("general-purpose-7", 82),
        ("general-purpose-8", 83), ("high-resolution-velocity-prefix", 88), ("reverb-depth", 91),
        ("effect-1-depth", 91), ("tremolo-depth", 92), ("effect-2-depth", 92), ("chorus-depth", 93),
        ("effect-3-depth", 93), ("celeste", 94), ("celeste-depth", 94), ("detune-depth", 94), ("effect-4-depth", 94),
        ("phaser-depth", 95), ("effect-5-depth", 95), ("increment", 96), ("decrement", 97), ("local", 122),
        ("omni-mode-off", 124), ("omni-mode-on", 125), ("mono-mode-on", 126), ("poly-mode-on", 127),
    ]
}
