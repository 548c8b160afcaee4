import MIDI
import Panel
import Program

/// The hardware part of a configuration and how to find the hardware. The routings are in `Program`.
public struct BoxConfiguration: Sendable {
    public var name = "Treadle"
    /// The octave number of note 60: 3, 4 or 5.
    public var middleC = 4
    public var noteNames = NoteLanguage.english
    /// Nanoseconds within which starting notes count as a chord in monitors; 0: no chords.
    public var chordWindow: UInt64 = 30_000_000
    /// The ports in the order of the file; the index is the port's number.
    public var ports: [PortConfiguration] = []
    /// The routing places of the ports: a UMP port has one for each group, any other port has one (U6).
    public internal(set) var groups = PortGroups()
    public var midiCI = CIConfiguration()
    /// Whether the configuration uses names of programs, as in `send: program "Warm Pad"` (U10).
    public internal(set) var namesPrograms = false
    public var network = NetworkConfiguration()
    public var usbDevice = USBDeviceConfiguration()
    public var inputKeyboard: InputKeyboard?
    public var clock = ClockConfiguration()
    /// The footswitches in the order of the file. Switch `s` has controls `4s` (press), `4s + 1` (short), `4s + 2`
    /// (long) and `4s + 3` (double).
    public var footswitches: [FootswitchConfiguration] = []
    /// Pairs of footswitches whose chord has a listener, the lower index first; chord `k` is control `64 + k`.
    public var chords: [Chord] = []
    /// The footswitches whose short press has a listener, one bit each.
    public var shorts: UInt16 = 0
    /// The footswitches of the menu (M1); nil if the box has no menu.
    public var menu: MenuConfiguration?
    public var motion: MotionConfiguration?
    /// Expression pedals and potentiometers, in the order of the file (I10).
    public var pedals: [PedalConfiguration] = []
    /// I/O expanders with lines for footswitches, in the order of the file (I10).
    public var expanders: [ExpanderConfiguration] = []
    /// Rotary encoders, in the order of the file (I10).
    public var knobs: [KnobConfiguration] = []
    /// The knob turns that have a listener, two bits for each knob: left, right.
    public var turns: UInt16 = 0
    public var display: DisplayConfiguration?
    public var leds: LEDChainConfiguration?
    public var startPreset = StartPreset.last

    public struct InputKeyboard: Sendable {
        public var port: Int
        /// Bit 0 is channel 1.
        public var channels: UInt16
    }

    public struct Chord: Equatable, Sendable {
        public var first: Int
        public var second: Int
    }

    /// Returns the word for gesture 0..<4 that follows the footswitch's name; empty for the press.
    public static func gestureName(_ gesture: Int) -> String {
        switch gesture {
        case 1: "short"
        case 2: "long"
        case 3: "double"
        default: ""
        }
    }
}

/// The preset that runs when the box starts (P6).
public enum StartPreset: Equatable, Sendable {
    /// The preset that ran last before the box was switched off.
    case last
    case number(Int)
    case name(String)
}

/// A MIDI port: how it is found and how it behaves.
public struct PortConfiguration: Equatable, Sendable {
    public var alias: String
    public var place: PortPlace
    /// Whether the box receives messages from the port.
    public var receives = true
    /// Whether the box sends messages to the port.
    public var sends = true
    /// The port's channel memory, 0...15; nil if none is written.
    public var channel: UInt8?
    public var passesActiveSensing = false
    public var clockIn = true
    /// Whether the source sends the LSB of a 14-bit pair before the MSB (R15).
    public var lowHalfFirst = false
    public var releasesOnUnplug = true
    public var runningStatus = false
    /// Whether the box invites the peer of a network port (N3).
    public var initiates = false
    /// How long messages from a network port are delayed to even out jitter, 0...100 ms in nanoseconds (N8).
    public var buffer: UInt64 = 0
    /// Whether packets to the peer of a network port carry a recovery journal (N6).
    public var sendsJournal = true
    /// The protocol that `protocol:` selects (U2).
    public var wanted = ProtocolChoice.automatic
    /// The only group that the port receives and sends, 0...15 (`group:`, U6).
    public var group: UInt8?
    /// The number of groups of the port, 1...16 (`groups:`, U6).
    public var groups: Int?
    /// The number of the port whose device this port is a group of; nil if it has its own device (U6).
    public internal(set) var sharedWith: Int?
    /// Whether other ports that are groups of this port's device receive.
    public internal(set) var sharesInput = false
    /// Whether other ports that are groups of this port's device send.
    public internal(set) var sharesOutput = false
    /// Whether the box uses MIDI-CI at the port (U9, U10).
    public var offersCI = true
    /// Whether devices at the port may read and replace configuration files (`write:`, U9); nil if not written.
    public var mayWrite: Bool?

    /// Whether the port is a DIN wire of 31250 baud, 320 µs a byte (S9).
    public var isWire: Bool {
        if case .uart = place { return true }
        return false
    }

    /// Whether peers of network MIDI belong to the port (N1).
    public var isNetwork: Bool {
        if case .network = place { return true }
        return false
    }
}

/// How a port is found.
public enum PortPlace: Equatable, Sendable {
    /// A glob on the ALSA card or port name.
    case match(String)
    /// The n-th port, from 1, of the device in a USB socket.
    case usb(socket: String, port: Int)
    /// The n-th port, from 1, of the device with a serial number.
    case serialNumber(String, port: Int)
    /// The path of a tty.
    case uart(String)
    /// A port that other programs on this machine can connect to.
    case virtual
    /// The matching peers of network MIDI.
    case network(PeerRule)
    /// A port that the box offers to a computer as a USB device (I9).
    case usbDevice
    /// No place was written, which is an error.
    case nowhere
}

/// The box's own clock.
public struct ClockConfiguration: Sendable {
    /// The tempo in hundredths of a BPM, 2000...30000.
    public var tempo = 12000
    public var sendWhenStopped = true
    /// The port whose clock the box follows; nil for the internal clock.
    public var source: Int?
    /// Taps needed before the tempo changes, 2...8.
    public var taps = 2
    /// Nanoseconds after the last tap; a later tap begins a new series.
    public var tapTimeout: UInt64 = 2_000_000_000
}

/// A GPIO line by chip and number, `gpiochip0:17`.
public struct GPIOLine: Equatable, Sendable {
    public var chip: String
    public var line: Int
}

/// A footswitch. Times are in nanoseconds.
public struct FootswitchConfiguration: Equatable, Sendable {
    public enum Pull: Sendable {
        case up, down, none
    }

    public var name: String
    public var line: GPIOLine?
    /// Whether pressing connects the line to ground (`active: low`, the default).
    public var activeLow = true
    public var pull = Pull.up
    public var debounce: UInt64 = 5_000_000
    public var long: UInt64 = 500_000_000
    public var double: UInt64 = 300_000_000
    public var led: LEDPlace?
    /// The colour of the footswitch's LED in a chain; nil for the colour of the preset.
    public var colour: Colour?
}

/// Where an LED is.
public enum LEDPlace: Equatable, Sendable {
    case line(GPIOLine)
    /// The position in the LED chain, from 0.
    case chain(Int)

    /// The position in the LED chain, from 0; nil for a GPIO line.
    public var chained: Int? {
        if case .chain(let place) = self { return place }
        return nil
    }
}

/// A chain of coloured LEDs, such as WS2812, on an SPI bus.
public struct LEDChainConfiguration: Equatable, Sendable {
    public var bus = "/dev/spidev0.0"
    /// The number of LEDs, 1...64.
    public var count = 1
    /// The brightness, 1...255.
    public var brightness: UInt8 = 64

    public init() {}
}

/// The two footswitches of the menu, by index, and optionally a knob.
public struct MenuConfiguration: Equatable, Sendable {
    public var step: Int
    public var choose: Int
    /// The number of a knob that also steps through the menu (I10).
    public var knob: Int?
}

/// The acceleration sensor.
public struct MotionConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case lis3dh, adxl345, mma8452q, mpu6050

        /// The I2C address of the chip if its address pin is not connected.
        var address: Int {
            switch self {
            case .lis3dh: 0x18
            case .adxl345: 0x53
            case .mma8452q: 0x1D
            case .mpu6050: 0x68
            }
        }
    }

    public var chip = Chip.lis3dh
    public var bus = "/dev/i2c-1"
    /// The I2C address, 0x08...0x77.
    public var address = 0x18
    /// The highest rate in values a second, 1...1000.
    public var rate = 100
    /// The smoothing time in milliseconds, 0...1000 (F4).
    public var smoothing = 300
    /// How the chip is mounted in the box.
    public var mounting = TiltMounting()
    /// The angles that become the values 0 and 16383.
    public var ranges = TiltRanges()

    public init() {}
}

/// The character display: an HD44780 behind a PCF8574, or an OLED.
public struct DisplayConfiguration: Equatable, Sendable {
    /// The supported chips; the raw value is the word in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case hd44780, ssd1306, sh1106

        /// The OLED's controller chip; nil for an LCD.
        public var oled: OLEDChip? {
            switch self {
            case .hd44780: nil
            case .ssd1306: .ssd1306
            case .sh1106: .sh1106
            }
        }
    }

    public var chip = Chip.hd44780
    public var bus = "/dev/i2c-1"
    public var address = 0x27
    public var columns = 16
    public var rows = 2
    public var characters = CharacterSet.a00
    /// Nanoseconds without events until the display goes off or dims; 0: the display stays on.
    public var backlight: UInt64 = 0
    /// Whether the display dims after `backlight` instead of going off.
    public var isDimmed = false
    /// The brightness, 1...255.
    public var brightness: UInt8 = 255

    public init() {}

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
