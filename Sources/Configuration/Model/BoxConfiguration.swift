import Settings
import MIDI
import Panel
import Plan

/// The hardware part of a configuration and how to find the hardware. The routings are in `Plan`.
package struct BoxConfiguration: Sendable {
    package var name = "Treadle"
    /// The octave number of note 60: 3, 4 or 5.
    package var middleC = 4
    package var noteNames = NoteLanguage.english
    /// Nanoseconds within which starting notes count as a chord in monitors; 0: no chords.
    package var chordWindow: UInt64 = 30_000_000
    /// The ports in the order of the file; the index is the port's number.
    package var ports: [PortConfiguration] = []
    /// The routing places of the ports: a UMP port has one for each group, any other port has one (U6).
    package internal(set) var groups = PortGroups()
    package var midiCI = CIConfiguration()
    /// Whether the configuration uses names of programs, as in `send: program "Warm Pad"` (U10).
    package internal(set) var namesPrograms = false
    package var network = NetworkConfiguration()
    /// Bluetooth MIDI; nil: the radio is off.
    package var bluetooth: BluetoothConfiguration?
    package var usbDevice = USBDeviceConfiguration()
    package var inputKeyboard: InputKeyboard?
    package var clock = ClockConfiguration()
    /// The transposition of the box in semitones (R29).
    package var transposition: Int8 = 0
    /// The footswitches in the order of the file. Switch `s` has controls `4s` (press), `4s + 1` (short), `4s + 2`
    /// (long) and `4s + 3` (double).
    package var footswitches: [FootswitchConfiguration] = []
    /// Pairs of footswitches whose chord has a listener, the lower index first; chord `k` is control `64 + k`.
    package var chords: [Chord] = []
    /// The footswitches whose short press has a listener, one bit each.
    package var shorts: UInt16 = 0
    /// The footswitches whose `single` is named somewhere, one bit each (F6).
    package var singles: UInt16 = 0
    /// The footswitches of the menu (M1); nil if the box has no menu.
    package var menu: MenuConfiguration?
    package var motion: MotionConfiguration?
    /// Expression pedals and potentiometers, in the order of the file (I10).
    package var pedals: [PedalConfiguration] = []
    /// I/O expanders with lines for footswitches, in the order of the file (I10).
    package var expanders: [ExpanderConfiguration] = []
    /// Rotary encoders, in the order of the file (I10).
    package var knobs: [KnobConfiguration] = []
    /// The knob turns that have a listener, two bits for each knob: left, right.
    package var turns: UInt16 = 0
    /// The variables in the order of the file (V1).
    package var variables: [VariableConfiguration] = []
    /// For each footswitch, the values of a variable at which its LED is on (V4); nil if it follows none. Not part of
    /// the footswitches, because it is no hardware.
    package var lit: [LitValues?] = []
    package var display: DisplayConfiguration?
    package var leds: LEDChainConfiguration?
    package var startPreset = StartPreset.last

    package struct InputKeyboard: Sendable {
        package var port: Int
        /// Bit 0 is channel 1.
        package var channels: UInt16
    }

    package struct Chord: Equatable, Sendable {
        package var first: Int
        package var second: Int
    }

    /// Returns the word for gesture 0..<4 that follows the footswitch's name; empty for the press.
    package static func gestureName(_ gesture: Int) -> String {
        switch gesture {
        case 1: "short"
        case 2: "long"
        case 3: "double"
        case 4: "single"
        default: ""
        }
    }
}

/// The preset that runs when the box starts (P6).
package enum StartPreset: Equatable, Sendable {
    /// The preset that ran last before the box was switched off.
    case last
    case number(Int)
    case name(String)
}

/// A MIDI port: how it is found and how it behaves.
package struct PortConfiguration: Equatable, Sendable {
    package var alias: String
    package var place: PortPlace
    /// Whether the box receives messages from the port.
    package var receives = true
    /// Whether the box sends messages to the port.
    package var sends = true
    /// The port's channel memory, 0...15; nil if none is written.
    package var channel: UInt8?
    package var passesActiveSensing = false
    package var clockIn = true
    /// Whether the source sends the LSB of a 14-bit pair before the MSB (R15).
    package var lowHalfFirst = false
    package var releasesOnUnplug = true
    package var runningStatus = false
    /// Whether the box invites the peer of a network port (N3), or connects to that of a Bluetooth port.
    package var initiates = false
    /// How long messages from a network or Bluetooth port are delayed to even out jitter, 0...100 ms in nanoseconds
    /// (N8).
    package var buffer: UInt64 = 0
    /// Whether packets to the peer of a network port carry a recovery journal (N6).
    package var sendsJournal = true
    /// The protocol that `protocol:` selects (U2).
    package var wanted = ProtocolChoice.automatic
    /// The only group that the port receives and sends, 0...15 (`group:`, U6).
    package var group: UInt8?
    /// The number of groups of the port, 1...16 (`groups:`, U6).
    package var groups: Int?
    /// The number of the port whose device this port is a group of; nil if it has its own device (U6).
    package internal(set) var sharedWith: Int?
    /// Whether other ports that are groups of this port's device receive.
    package internal(set) var sharesInput = false
    /// Whether other ports that are groups of this port's device send.
    package internal(set) var sharesOutput = false
    /// Whether the box uses MIDI-CI at the port (U9, U10).
    package var offersCI = true
    /// Whether devices at the port may read and replace configuration files (`write:`, U9); nil if not written.
    package var mayWrite: Bool?

    /// Whether the port is a DIN wire of 31250 baud, 320 µs a byte (S9).
    package var isWire: Bool {
        if case .uart = place { return true }
        return false
    }

    /// Whether peers of network MIDI belong to the port (N1).
    package var isNetwork: Bool {
        if case .network = place { return true }
        return false
    }

    /// Whether peers of Bluetooth MIDI belong to the port.
    package var isBluetooth: Bool {
        if case .bluetooth = place { return true }
        return false
    }
}

/// The box's own clock.
package struct ClockConfiguration: Sendable {
    /// The tempo in hundredths of a BPM, 2000...30000.
    package var tempo = 12000
    package var sendWhenStopped = true
    /// The port whose clock the box follows; nil for the internal clock.
    package var source: Int?
    /// Taps needed before the tempo changes, 2...8.
    package var taps = 2
    /// Nanoseconds after the last tap; a later tap begins a new series.
    package var tapTimeout: UInt64 = 2_000_000_000
}

/// A GPIO line by chip and number, `gpiochip0:17`.
package struct GPIOLine: Equatable, Sendable {
    package var chip: String
    package var line: Int
}

/// A footswitch. Times are in nanoseconds.
package struct FootswitchConfiguration: Equatable, Sendable {
    package var name: String
    package var line: GPIOLine?
    /// Whether pressing connects the line to ground (`active: low`, the default).
    package var activeLow = true
    package var pull = LinePull.up
    package var debounce: UInt64 = 5_000_000
    package var long: UInt64 = 500_000_000
    package var double: UInt64 = 300_000_000
    package var led: LEDPlace?
    /// The colour of the footswitch's LED in a chain; nil for the colour of the preset.
    package var colour: Colour?
}

/// Where an LED is.
package enum LEDPlace: Equatable, Sendable {
    case line(GPIOLine)
    /// The position in the LED chain, from 0.
    case chain(Int)

    /// The position in the LED chain, from 0; nil for a GPIO line.
    package var chained: Int? {
        if case .chain(let place) = self { return place }
        return nil
    }
}

/// A chain of coloured LEDs, such as WS2812, on an SPI bus.
package struct LEDChainConfiguration: Equatable, Sendable {
    package var bus = "/dev/spidev0.0"
    /// The number of LEDs, 1...64.
    package var count = 1
    /// The brightness, 1...255.
    package var brightness: UInt8 = 64

    package init() {}
}

/// The two footswitches of the menu, by index, and optionally a knob.
package struct MenuConfiguration: Equatable, Sendable {
    package var step: Int
    package var choose: Int
    /// The number of a knob that also steps through the menu (I10).
    package var knob: Int?
}

/// The acceleration sensor.
package struct MotionConfiguration: Equatable, Sendable {
    package var chip = AccelerometerChip.lis3dh
    package var bus = "/dev/i2c-1"
    /// The I2C address, 0x08...0x77.
    package var address = 0x18
    /// The highest rate in values a second, 1...1000.
    package var rate = 100
    /// The smoothing time in milliseconds, 0...1000 (F4).
    package var smoothing = 300
    /// How the chip is mounted in the box.
    package var mounting = TiltMounting()
    /// The angles that become the values 0 and 16383.
    package var ranges = TiltRanges()

    package init() {}
}

/// The character display: an HD44780 behind a PCF8574, or an OLED.
package struct DisplayConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    package enum Chip: String, CaseIterable, Sendable {
        case hd44780, ssd1306, sh1106

        /// The OLED's controller chip; nil for an LCD.
        package var oled: OLEDChip? {
            switch self {
            case .hd44780: nil
            case .ssd1306: .ssd1306
            case .sh1106: .sh1106
            }
        }
    }

    package var chip = Chip.hd44780
    package var bus = "/dev/i2c-1"
    package var address = 0x27
    package var columns = 16
    package var rows = 2
    package var characters = CharacterSet.a00
    /// Nanoseconds without events until the display goes off or dims; 0: the display stays on.
    package var backlight: UInt64 = 0
    /// Whether the display dims after `backlight` instead of going off.
    package var isDimmed = false
    /// The brightness, 1...255.
    package var brightness: UInt8 = 255

    package init() {}

    /// Creates the default configuration of a display with a chip.
    init(_ chip: Chip) {
        self.chip = chip
        if chip.oled == nil { return }
        address = 0x3C
        rows = 4
        characters = .drawn
        backlight = 300_000_000_000
        isDimmed = true
        brightness = 128
    }
}
