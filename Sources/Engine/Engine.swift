import MIDI
import Panel
import Program
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
        /// When the last byte or packet arrived, in nanoseconds (S7).
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

    /// Pointers to the engine's parts. They are stored in the block itself, so that an `Engine` is one pointer and a
    /// call copies only that.
    private struct Parts {
        let router: UnsafeMutablePointer<Router>
        let ports: UnsafeMutablePointer<Port>
        let switches: UnsafeMutablePointer<Footswitches>
        let tilt: UnsafeMutablePointer<Tilt>
        let pedals: UnsafeMutablePointer<Pedals>
        let knobs: UnsafeMutablePointer<Knobs>
        let notices: UnsafeMutablePointer<Notices>
        let menu: UnsafeMutablePointer<MenuState>
        let silenceAt: UnsafeMutablePointer<UInt64>
        let values: UnsafeMutableRawBufferPointer
        let faults: UnsafeMutablePointer<FaultList>
        let network: UnsafeMutablePointer<NetworkList>
        let packetInputs: UnsafeMutablePointer<PacketInput>
        var recorder: Recorder?
    }

    private let parts: UnsafeMutablePointer<Parts>

    package var router: UnsafeMutablePointer<Router> { parts.pointee.router }
    package var ports: UnsafeMutablePointer<Port> { parts.pointee.ports }
    package var switches: UnsafeMutablePointer<Footswitches> { parts.pointee.switches }
    package var tilt: UnsafeMutablePointer<Tilt> { parts.pointee.tilt }
    package var pedals: UnsafeMutablePointer<Pedals> { parts.pointee.pedals }
    package var knobs: UnsafeMutablePointer<Knobs> { parts.pointee.knobs }
    package var notices: UnsafeMutablePointer<Notices> { parts.pointee.notices }
    package var menu: UnsafeMutablePointer<MenuState> { parts.pointee.menu }
    /// When the first watched port counts as silent; may be early.
    var silenceAt: UnsafeMutablePointer<UInt64> { parts.pointee.silenceAt }
    /// The rows of the menu page `Faults` (E1). Filled before the loop starts, then changed by commands of the loop.
    /// Not recorded, since only the menu reads it.
    package var faults: UnsafeMutablePointer<FaultList> { parts.pointee.faults }
    /// The rows of the menu page `Network` (N13). Not recorded, since only the menu reads it.
    package var network: UnsafeMutablePointer<NetworkList> { parts.pointee.network }
    /// The partial packet and SysEx of each UMP port. Not recorded: a recording begins between packets.
    package var packetInputs: UnsafeMutablePointer<PacketInput> { parts.pointee.packetInputs }
    /// The memory of the parts from `ports` to `silenceAt`: plain values, one after the other.
    package var values: UnsafeMutableRawBufferPointer { parts.pointee.values }
    /// The engine's block of memory.
    package var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(parts) }
    /// Records the engine's input; nil for no recording.
    package var recorder: Recorder? {
        get { parts.pointee.recorder }
        nonmutating set { parts.pointee.recorder = newValue }
    }

    package static let portCount = Limits.ports
    /// S7: nanoseconds without a byte after Active Sensing that count as an unplug.
    static let sensingTimeout: UInt64 = 330_000_000

    package static let byteCount =
        MemoryLayout<Parts>.stride + MemoryLayout<Router>.stride + portCount * MemoryLayout<Port>.stride
        + MemoryLayout<Footswitches>.stride + MemoryLayout<Tilt>.stride + MemoryLayout<Pedals>.stride
        + MemoryLayout<Knobs>.stride + MemoryLayout<Notices>.stride
        + MemoryLayout<MenuState>.stride + 8 + MemoryLayout<FaultList>.stride
        + MemoryLayout<NetworkList>.stride + portCount * MemoryLayout<PacketInput>.stride + Router.byteCount + 15 * 64

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - block: `byteCount` zero bytes, which the engine owns from now on.
    ///   - program: must live until another one is adopted.
    ///   - transmit: called with `context` and each message that the router sends to a port of bytes.
    ///   - transmitPacket: called with `context` and each packet that the router sends to a UMP port.
    package init(
        in block: UnsafeMutableRawPointer, program: UnsafePointer<Program>, switches: Footswitches, tilt: Tilt,
        pedals: Pedals = Pedals(), knobs: Knobs = Knobs(),
        transmit: Transmit, transmitPacket: TransmitPacket = { _, _, _, _ in 0 }, context: UnsafeMutableRawPointer?
    ) {
        var next = block
        func take<T: ~Copyable>(_ type: T.Type, _ count: Int = 1) -> UnsafeMutablePointer<T> {
            let start = next.alignedUp(toMultipleOf: 64)
            next = start + count * MemoryLayout<T>.stride
            return start.bindMemory(to: T.self, capacity: count)
        }
        parts = take(Parts.self)
        let (router, ports) = (take(Router.self), take(Port.self, Engine.portCount))
        let (switchesAt, tiltAt) = (take(Footswitches.self), take(Tilt.self))
        let (pedalsAt, knobsAt) = (take(Pedals.self), take(Knobs.self))
        let (notices, menu, silenceAt) = (take(Notices.self), take(MenuState.self), take(UInt64.self))
        let end = UnsafeMutableRawPointer(silenceAt + 1)
        let (faults, network) = (take(FaultList.self), take(NetworkList.self))
        let packetInputs = take(PacketInput.self, Engine.portCount)
        let tables = next.alignedUp(toMultipleOf: 64)
        let values = UnsafeMutableRawPointer(ports)
        parts.initialize(
            to: Parts(
                router: router, ports: ports, switches: switchesAt, tilt: tiltAt, pedals: pedalsAt,
                knobs: knobsAt, notices: notices, menu: menu, silenceAt: silenceAt,
                values: UnsafeMutableRawBufferPointer(start: values, count: end - values),
                faults: faults, network: network, packetInputs: packetInputs))
        router.initialize(
            to: Router(
                memory: UnsafeMutableRawBufferPointer(start: tables, count: block + Engine.byteCount - tables),
                program: program, transmit: transmit, transmitPacket: transmitPacket, context: context))
        ports.initialize(repeating: Port(), count: Engine.portCount)
        switchesAt.initialize(to: switches)
        tiltAt.initialize(to: tilt)
        pedalsAt.initialize(to: pedals)
        knobsAt.initialize(to: knobs)
        notices.initialize(to: Notices())
        menu.initialize(to: MenuState())
        silenceAt.initialize(to: UInt64.max)
        faults.initialize(to: FaultList())
        network.initialize(to: NetworkList())
        packetInputs.initialize(repeating: PacketInput(), count: Engine.portCount)
    }
}
