import MIDI
import Panel
import Program
import Routing

/// Everything between the descriptors and the wires: parsers, gestures, tilt, the router, and what the display shows.
///
/// `run` feeds it from devices and real time, `render` from a script and virtual time; neither adds a rule of its own.
/// All of its state lies in one block of memory that it is given; nothing here allocates, locks or waits.
/// Times are nanoseconds that never go back.
package struct Engine {
    /// One port's input, and what is known of its presence.
    package struct Port {
        package var parser = StreamParser()
        package var hasInput = false
        package var hasOutput = false
        /// When the last byte came (S7).
        package var heardAt: UInt64 = 0
        /// Active Sensing has been received: silence means unplugged (S7).
        package var isWatched = false
    }

    /// What the display says besides what the router knows.
    package struct Notices {
        package var port = DisplayState.PortEvent()
        package var hasNoTilt = false
        /// A range that was learnt and is in no file yet.
        var learntRange: LearntRange?
        /// What was wrong at power-up, until a footswitch is pressed (E1).
        package var start = DisplayState.StartNotice()
        /// Where the configuration is wrong, when none works (E1).
        package var badPlace: DisplayState.Place?
        /// Panics that the inputs know of, and the stray bytes that were counted before the last (S3, H10).
        package var panics: UInt32 = 0
        package var straysAtPanic: UInt32 = 0
        package var lastMessage: Message?
        /// How notes are shown.
        package var middleC = 4
        package var noteNames = NoteLanguage.english
        package var backlight = Backlight()
        /// There is a row for the preset that comes next.
        package var showsNext = false
        /// Differs when anything of these may have changed, but for the last message and the backlight.
        package var changes: UInt32 = 0
    }

    /// Where everything lies. It stands in the block itself, so that the engine is one pointer: whoever calls one of its
    /// methods would copy all of this first.
    private struct Parts {
        let router: UnsafeMutablePointer<Router>
        let ports: UnsafeMutablePointer<Port>
        let switches: UnsafeMutablePointer<Footswitches>
        let tilt: UnsafeMutablePointer<Tilt>
        let notices: UnsafeMutablePointer<Notices>
        let menu: UnsafeMutablePointer<MenuState>
        let silenceAt: UnsafeMutablePointer<UInt64>
        let values: UnsafeMutableRawBufferPointer
        let faults: UnsafeMutablePointer<FaultList>
        var recorder: Recorder?
    }

    private let parts: UnsafeMutablePointer<Parts>

    package var router: UnsafeMutablePointer<Router> { parts.pointee.router }
    package var ports: UnsafeMutablePointer<Port> { parts.pointee.ports }
    package var switches: UnsafeMutablePointer<Footswitches> { parts.pointee.switches }
    package var tilt: UnsafeMutablePointer<Tilt> { parts.pointee.tilt }
    package var notices: UnsafeMutablePointer<Notices> { parts.pointee.notices }
    package var menu: UnsafeMutablePointer<MenuState> { parts.pointee.menu }
    /// The earliest instant at which a watched port may count as silent; may be early.
    var silenceAt: UnsafeMutablePointer<UInt64> { parts.pointee.silenceAt }
    /// What the menu's `Faults` lists (E1). Written before the loop starts; no part of the state, since only the menu reads it.
    package var faults: UnsafeMutablePointer<FaultList> { parts.pointee.faults }
    /// All of these but the router and the faults: plain values, one after the other.
    package var values: UnsafeMutableRawBufferPointer { parts.pointee.values }
    /// All the memory there is.
    package var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(parts) }
    /// Remembers what is given to the engine; nil: nobody does.
    package var recorder: Recorder? {
        get { parts.pointee.recorder }
        nonmutating set { parts.pointee.recorder = newValue }
    }

    package static let portCount = Limits.ports
    /// S7: this long without a byte after Active Sensing is an unplug.
    static let sensingTimeout: UInt64 = 330_000_000

    package static let byteCount =
        MemoryLayout<Parts>.stride + MemoryLayout<Router>.stride + portCount * MemoryLayout<Port>.stride
        + MemoryLayout<Footswitches>.stride + MemoryLayout<Tilt>.stride + MemoryLayout<Notices>.stride
        + MemoryLayout<MenuState>.stride + 8 + MemoryLayout<FaultList>.stride + Router.byteCount + 11 * 64

    /// - Parameters:
    ///   - block: `byteCount` zero bytes that the engine owns from now on.
    ///   - program: lives until another one is adopted.
    ///   - transmit: takes what the router sends, with `context`.
    package init(
        in block: UnsafeMutableRawPointer, program: UnsafePointer<Program>, switches: Footswitches, tilt: Tilt,
        transmit: Transmit, context: UnsafeMutableRawPointer?
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
        let (notices, menu, silenceAt) = (take(Notices.self), take(MenuState.self), take(UInt64.self))
        let end = UnsafeMutableRawPointer(silenceAt + 1)
        let faults = take(FaultList.self)
        let tables = next.alignedUp(toMultipleOf: 64)
        let values = UnsafeMutableRawPointer(ports)
        parts.initialize(
            to: Parts(
                router: router, ports: ports, switches: switchesAt, tilt: tiltAt, notices: notices, menu: menu,
                silenceAt: silenceAt, values: UnsafeMutableRawBufferPointer(start: values, count: end - values),
                faults: faults))
        router.initialize(
            to: Router(
                memory: UnsafeMutableRawBufferPointer(start: tables, count: block + Engine.byteCount - tables),
                program: program, transmit: transmit, context: context))
        ports.initialize(repeating: Port(), count: Engine.portCount)
        switchesAt.initialize(to: switches)
        tiltAt.initialize(to: tilt)
        notices.initialize(to: Notices())
        menu.initialize(to: MenuState())
        silenceAt.initialize(to: UInt64.max)
        faults.initialize(to: FaultList())
    }
}
