import MIDI
import Panel
import Plan
import Routing

/// The box without its devices: parsers, gestures, tilt, pedals, knobs, the router, and the state of the display.
///
/// `run` feeds the engine from devices in real time, `render` from a script in virtual time; neither adds a rule of its
/// own.
/// All state is in one block of memory that the creator provides; the engine never allocates, locks or waits.
/// Times are nanoseconds of a monotonic clock.
package struct Engine {
    /// The input of a port, and whether its directions are connected.
    package struct Port {
        package var parser = StreamParser()
        package var hasInput = false
        package var hasOutput = false
        /// When the last byte or UMP arrived, in nanoseconds (S7).
        package var heardAt: UInt64 = 0
        /// Active Sensing was received, so silence means unplugged (S7).
        package var isWatched = false
    }

    /// The part of the display's state that does not come from the router.
    package struct Notices {
        package var port = DisplayState.PortEvent()
        package var hasNoTilt = false
        /// A chip with pedals does not answer (F5).
        package var hasNoPedal = false
        /// A learnt range of a pedal that was not reported yet.
        var learntPedal: LearntPedal?
        /// A learnt tilt range that was not reported yet.
        var learntRange: LearntRange?
        /// The summary of faults at power-up, until a footswitch is pressed (E1).
        package var start = DisplayState.StartNotice()
        /// The place of the first error, if no configuration works (E1).
        package var badPlace: DisplayState.Place?
        /// Count of panics that `afterPanic` has handled (H10).
        package var panics: UInt32 = 0
        /// Count of stray bytes at the last panic (S3).
        package var straysAtPanic: UInt32 = 0
        package var lastMessage: Message?
        /// Octave of middle C in the names of notes.
        package var middleC = 4
        package var noteNames = NoteLanguage.english
        package var backlight = Backlight()
        /// The display has a row for the next preset.
        package var showsNext = false
        /// Incremented for each change that `displayKey` does not see in another field; wraps.
        package var changes: UInt32 = 0
    }

    /// What the moments of a recording hold besides the router's state: plain values, one after the other.
    private struct Values {
        var ports: InlineArray<32, Port>
        var switches: Footswitches
        var tilt: Tilt
        var pedals: Pedals
        var knobs: Knobs
        var notices: Notices
        var menu: MenuState
        var silenceAt: UInt64
    }

    /// The head of the engine's memory; the router's tables follow.
    private struct Block: ~Copyable {
        // First, so that the engine's pointer is the router's address.
        var router: Router
        var values: Values
        var faults: FaultList
        var network: NetworkList
        var bluetooth: BluetoothList
        var pairing: PairingState
        var browsers: DisplayRows<32>
        var wifi: WiFiList
        var umpInputs: InlineArray<32, UMPInput>
        var recorder: Recorder?
    }

    private let start: UnsafeMutablePointer<Block>

    @inline(__always)
    private var block: Block {
        unsafeAddress { UnsafePointer(start) }
        nonmutating unsafeMutableAddress { start }
    }

    package var router: Router {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.router)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.router) }
    }
    package var ports: UnsafeMutablePointer<Port> { firstAddress(&block.values.ports) }
    package var switches: Footswitches {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.switches)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.switches) }
    }
    package var tilt: Tilt {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.tilt)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.tilt) }
    }
    package var pedals: Pedals {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.pedals)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.pedals) }
    }
    package var knobs: Knobs {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.knobs)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.knobs) }
    }
    package var notices: Notices {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.notices)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.notices) }
    }
    package var menu: MenuState {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.menu)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.menu) }
    }
    /// When the first watched port counts as silent; may be early.
    var silenceAt: UInt64 {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.values.silenceAt)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.values.silenceAt) }
    }
    /// The rows of the menu page `Faults` (E1). Filled before the loop starts, then changed by commands of the loop.
    /// Not recorded, since only the menu reads it.
    package var faults: FaultList {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.faults)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.faults) }
    }
    /// The rows of the menu page `Network` (N13). Not recorded, since only the menu reads it.
    package var network: NetworkList {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.network)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.network) }
    }
    /// The peers on the menu page `Bluetooth` (B16). Not recorded, since only the menu reads it.
    package var bluetooth: BluetoothList {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.bluetooth)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.bluetooth) }
    }
    /// The Bluetooth peer that pairs now (B4).
    var pairing: PairingState {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.pairing)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.pairing) }
    }
    /// The wireless network in the menu (L6). Not recorded, since only the menu reads it.
    package var wifi: WiFiList {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.wifi)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.wifi) }
    }
    /// The paired browsers on the menu page `Pair` (W4), or the devices on the page `Forget` of Bluetooth (B4). Not
    /// recorded, since only the menu reads it.
    package var browsers: DisplayRows<32> {
        @inline(__always) unsafeAddress { UnsafePointer(address(&block.browsers)) }
        @inline(__always) nonmutating unsafeMutableAddress { address(&block.browsers) }
    }
    /// The partial UMP and SysEx of each UMP port. Not recorded: a recording begins between UMPs.
    package var umpInputs: UnsafeMutablePointer<UMPInput> { firstAddress(&block.umpInputs) }
    /// The memory of the parts from `ports` to `silenceAt`: plain values, one after the other.
    package var values: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: address(&block.values), count: MemoryLayout<Values>.size)
    }
    /// The engine's block of memory.
    package var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(start) }
    /// Records the engine's input; nil for no recording.
    package var recorder: Recorder? {
        get { block.recorder }
        nonmutating set { block.recorder = newValue }
    }

    package static let portCount = Limits.ports
    /// S7: nanoseconds without a byte after Active Sensing that count as an unplug.
    static let sensingTimeout: UInt64 = 330_000_000

    package static let byteCount = MemoryLayout<Block>.stride + Router.byteCount + 2 * 64

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - block: `byteCount` zero bytes, which the engine owns from now on.
    ///   - plan: must live until another one is adopted.
    ///   - transmit: called with `context` and each message that the router sends to a port of bytes.
    ///   - transmitUMP: called with `context` and each UMP that the router sends to a UMP port.
    package init(
        in block: UnsafeMutableRawPointer, plan: UnsafePointer<Plan>, switches: Footswitches, tilt: Tilt,
        pedals: Pedals = Pedals(), knobs: Knobs = Knobs(),
        transmit: Transmit, transmitUMP: TransmitUMP = { _, _, _, _ in 0 }, context: UnsafeMutableRawPointer?
    ) {
        start = block.alignedUp(toMultipleOf: 64).bindMemory(to: Block.self, capacity: 1)
        let tables = UnsafeMutableRawPointer(start + 1).alignedUp(toMultipleOf: 64)
        address(&self.block.router).initialize(
            to: Router(
                memory: UnsafeMutableRawBufferPointer(start: tables, count: block + Engine.byteCount - tables),
                plan: plan, transmit: transmit, transmitUMP: transmitUMP, context: context))
        ports.initialize(repeating: Port(), count: Engine.portCount)
        self.switches = switches
        self.tilt = tilt
        self.pedals = pedals
        self.knobs = knobs
        notices = Notices()
        menu = MenuState()
        silenceAt = UInt64.max
        faults = FaultList()
        network = NetworkList()
        bluetooth = BluetoothList()
        pairing = PairingState()
        browsers = DisplayRows()
        wifi = WiFiList()
        umpInputs.initialize(repeating: UMPInput(), count: Engine.portCount)
        recorder = nil
    }
}

/// The address of a part of a block of memory, which stays where it is.
@inline(__always)
private func address<Part: ~Copyable>(_ part: inout Part) -> UnsafeMutablePointer<Part> {
    withUnsafeMutablePointer(to: &part) { $0 }
}

/// The address of the first of many parts.
@inline(__always)
private func firstAddress<Part>(_ parts: inout InlineArray<32, Part>) -> UnsafeMutablePointer<Part> {
    UnsafeMutableRawPointer(address(&parts)).assumingMemoryBound(to: Part.self)
}
