import MIDI
import Panel
import Program

/// The part of the box file that `Box` needs: the hardware and how it is found. The routings are in `Program`.
public struct BoxConfiguration: Sendable {
    public var name = "Treadle"
    /// The octave of note 60: 3, 4 or 5.
    public var middleC = 4
    public var noteNames = NoteLanguage.english
    /// Nanoseconds within which notes that begin count as a chord in monitors; 0: never.
    public var chordWindow: UInt64 = 30_000_000
    /// In the order of the file; the index is the port's number.
    public var ports: [PortConfiguration] = []
    /// The places of the ports: one for each group of a port of packets (U6).
    public internal(set) var groups = PortGroups()
    public var midiCI = CIConfiguration()
    /// Whether something sends a program by its name (U10).
    public internal(set) var namesPrograms = false
    public var network = NetworkConfiguration()
    public var usbDevice = USBDeviceConfiguration()
    public var inputKeyboard: InputKeyboard?
    public var clock = ClockConfiguration()
    /// In the order of the file; switch `s` has controls `4s`, `4s + 1` (short), `4s + 2` (long) and `4s + 3` (double).
    public var footswitches: [FootswitchConfiguration] = []
    /// Pairs of switches that have a listener, the lower index first; chord `k` is control `64 + k`.
    public var chords: [Chord] = []
    /// The switches whose short press has a listener, one bit each.
    public var shorts: UInt16 = 0
    /// The footswitches of the menu (M1); nil if the box has no menu.
    public var menu: MenuConfiguration?
    public var motion: MotionConfiguration?
    /// Expression pedals and potentiometers, in the order of the file (I10).
    public var pedals: [PedalConfiguration] = []
    /// Chips with more lines for footswitches, in the order of the file (I10).
    public var expanders: [ExpanderConfiguration] = []
    /// Rotary encoders, in the order of the file (I10).
    public var knobs: [KnobConfiguration] = []
    /// The turns of knobs that have a listener, two bits for each knob: left, right.
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

    /// Returns the word of a gesture after the name of its footswitch, by its number 0..<4; empty for the press.
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
    /// The preset that ran last, which `Box` remembers.
    case last
    case number(Int)
    case name(String)
}

/// A MIDI port: how it is found and how it behaves.
public struct PortConfiguration: Equatable, Sendable {
    public var alias: String
    public var place: PortPlace
    /// Whether the box receives messages from it.
    public var receives = true
    /// Whether the box sends messages to it.
    public var sends = true
    /// Channel memory, 0...15.
    public var channel: UInt8?
    public var passesActiveSensing = false
    public var clockIn = true
    /// The source sends the LSB of a pair before its MSB (R15).
    public var lowHalfFirst = false
    public var releasesOnUnplug = true
    public var runningStatus = false
    /// Whether the box invites the peer of a network port (N3).
    public var initiates = false
    /// Nanoseconds, 0...100 ms, by which what a network port receives is delayed to even out jitter (N8).
    public var buffer: UInt64 = 0
    /// Whether packets to the peer of a network port carry a recovery journal (N6).
    public var sendsJournal = true
    /// `protocol:` (U2).
    public var wanted = ProtocolChoice.automatic
    /// `group:`, the only group that it hears and speaks, 0...15 (U6).
    public var group: UInt8?
    /// `groups:`, how many groups it has, 1...16 (U6).
    public var groups: Int?
    /// The port whose device it is a group of, by number; nil where it has a device of its own (U6).
    public internal(set) var sharedWith: Int?
    /// Whether ports that are groups of its device receive.
    public internal(set) var sharesInput = false
    /// Whether ports that are groups of its device send.
    public internal(set) var sharesOutput = false
    /// Whether MIDI-CI is spoken there (U9, U10).
    public var offersCI = true
    /// `write:`, whether devices there may read and replace the files of the configuration (U9); nil: it is not said.
    public var mayWrite: Bool?

    /// Whether it is a wire of 31250 baud, 320 µs a byte (S9).
    public var isWire: Bool {
        if case .uart = place { return true }
        return false
    }

    /// Whether peers of network MIDI join it (N1).
    public var isNetwork: Bool {
        if case .network = place { return true }
        return false
    }
}

/// How a port is found.
public enum PortPlace: Equatable, Sendable {
    /// A glob on the ALSA card or port name.
    case match(String)
    /// The n-th port, from 1, of the device in that USB socket.
    case usb(socket: String, port: Int)
    /// The n-th port, from 1, of the device with that serial number.
    case serialNumber(String, port: Int)
    /// The path of a tty.
    case uart(String)
    /// A port that other programs on this machine can connect to.
    case virtual
    /// The peers of network MIDI that belong to it.
    case network(PeerRule)
    /// One of the ports that a computer sees at the box's USB device port (I9).
    case usbDevice
    /// No place is written; the configuration is refused.
    case nowhere
}

/// The box's own clock.
public struct ClockConfiguration: Sendable {
    /// BPM in hundredths, 2000...30000.
    public var tempo = 12000
    public var sendWhenStopped = true
    /// The port whose clock the box follows; nil for the internal clock.
    public var source: Int?
    /// Taps needed before the tempo changes, 2...8.
    public var taps = 2
    /// Nanoseconds after which a tap begins a new series.
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
    /// Of its LED in a chain; nil for the colour of the preset.
    public var colour: Colour?
}

/// Where an LED is.
public enum LEDPlace: Equatable, Sendable {
    case line(GPIOLine)
    /// In the chain, from 0.
    case chain(Int)

    /// The place in the chain, from 0; nil if it is elsewhere.
    public var chained: Int? {
        if case .chain(let place) = self { return place }
        return nil
    }
}

/// A chain of coloured LEDs, WS2812 or alike, at an SPI bus.
public struct LEDChainConfiguration: Equatable, Sendable {
    public var bus = "/dev/spidev0.0"
    /// The number of LEDs, 1...64.
    public var count = 1
    /// 1...255.
    public var brightness: UInt8 = 64

    public init() {}
}

/// The two footswitches of the menu, by index, and its knob.
public struct MenuConfiguration: Equatable, Sendable {
    public var step: Int
    public var choose: Int
    /// The number of the knob that steps through the menu too (I10).
    public var knob: Int?
}

/// The acceleration sensor.
public struct MotionConfiguration: Equatable, Sendable {
    /// The chips by their words in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case lis3dh, adxl345, mma8452q, mpu6050

        /// The address of a chip whose address pin is left alone.
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
    /// 0x08...0x77.
    public var address = 0x18
    /// At most this many values a second, 1...1000.
    public var rate = 100
    /// Milliseconds, 0...1000 (F4).
    public var smoothing = 300
    /// How the chip lies in the box.
    public var mounting = TiltMounting()
    /// The angles that become 0 and 16383.
    public var ranges = TiltRanges()

    public init() {}
}

/// The character display: an HD44780 behind a PCF8574, or an OLED.
public struct DisplayConfiguration: Equatable, Sendable {
    /// The chips by their words in the box file.
    public enum Chip: String, CaseIterable, Sendable {
        case hd44780, ssd1306, sh1106

        /// The controller of the OLED; nil if it is an LCD.
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
    /// Nanoseconds without events until the display goes off or dims; 0: it stays on.
    public var backlight: UInt64 = 0
    /// Whether the display dims after that time instead of going off.
    public var isDimmed = false
    /// 1...255.
    public var brightness: UInt8 = 255

    public init() {}

    /// Makes the defaults of a chip.
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
