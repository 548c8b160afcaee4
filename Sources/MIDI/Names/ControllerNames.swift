/// Names of the Control Changes: the MIDI 1.0 table (Detailed Specification, table III, with RP-021, RP-023 and CA-031)
/// in lower case with hyphens.
package enum ControllerNames {
    /// Returns the name that a controller is shown with.
    ///
    /// - Parameter controller: 0...127.
    /// - Returns: nil for the undefined controllers: 3, 9, 14, 15, 20...31, their LSBs, 85...87, 89, 90, 102...119.
    package static func name(_ controller: UInt8) -> StaticString? {
        switch controller {
        case 0..<32: fine(controller)
        case 32..<64: leastSignificant(controller)
        case 64..<96: pedalOrSound(controller)
        default: parameterOrMode(controller)
        }
    }

    /// The most significant seven bits of the 14-bit controllers.
    private static func fine(_ controller: UInt8) -> StaticString? {
        switch controller {
        case 0: "bank"
        case 1: "modulation"
        case 2: "breath"
        case 4: "foot"
        case 5: "portamento-time"
        case 6: "data-entry"
        case 7: "volume"
        case 8: "balance"
        case 10: "pan"
        case 11: "expression"
        case 12: "effect-1"
        case 13: "effect-2"
        case 16: "general-1"
        case 17: "general-2"
        case 18: "general-3"
        case 19: "general-4"
        default: nil
        }
    }

    /// The least significant seven bits of the controllers whose number is lower by 32.
    private static func leastSignificant(_ controller: UInt8) -> StaticString? {
        switch controller {
        case 32: "bank-lsb"
        case 33: "modulation-lsb"
        case 34: "breath-lsb"
        case 36: "foot-lsb"
        case 37: "portamento-time-lsb"
        case 38: "data-entry-lsb"
        case 39: "volume-lsb"
        case 40: "balance-lsb"
        case 42: "pan-lsb"
        case 43: "expression-lsb"
        case 44: "effect-1-lsb"
        case 45: "effect-2-lsb"
        case 48: "general-1-lsb"
        case 49: "general-2-lsb"
        case 50: "general-3-lsb"
        case 51: "general-4-lsb"
        default: nil
        }
    }

    private static func pedalOrSound(_ controller: UInt8) -> StaticString? {
        switch controller {
        case 64: "sustain"
        case 65: "portamento"
        case 66: "sostenuto"
        case 67: "soft"
        case 68: "legato"
        case 69: "hold-2"
        case 70: "variation"
        case 71: "timbre"
        case 72: "release"
        case 73: "attack"
        case 74: "brightness"
        case 75: "decay"
        case 76: "vibrato-rate"
        case 77: "vibrato-depth"
        case 78: "vibrato-delay"
        case 79: "sound-controller-10"
        case 80: "general-5"
        case 81: "general-6"
        case 82: "general-7"
        case 83: "general-8"
        case 84: "portamento-control"
        case 88: "high-resolution-velocity"
        case 91: "reverb"
        case 92: "tremolo"
        case 93: "chorus"
        case 94: "detune"
        case 95: "phaser"
        default: nil
        }
    }

    private static func parameterOrMode(_ controller: UInt8) -> StaticString? {
        switch controller {
        case 96: "data-increment"
        case 97: "data-decrement"
        case 98: "nrpn-lsb"
        case 99: "nrpn-msb"
        case 100: "rpn-lsb"
        case 101: "rpn-msb"
        case 120: "all-sound-off"
        case 121: "reset-all-controllers"
        case 122: "local-control"
        case 123: "all-notes-off"
        case 124: "omni-off"
        case 125: "omni-on"
        case 126: "mono"
        case 127: "poly"
        default: nil
        }
    }
}
