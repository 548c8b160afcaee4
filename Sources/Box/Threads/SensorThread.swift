import Host
import Loop
import CPlatform
import Configuration
import Devices
import Synchronization

/// A thread that reads a sensor on I2C for the loop: the tilt, or the pedals. A bus that hangs blocks only this thread,
/// not the loop and not a display on another bus (F5). The kernel blocks writes to a display on the same bus.
final class SensorThread<Event: BitwiseCopyable> {
    /// The result of one turn.
    struct Turn {
        var event: Event?
        /// When the next turn is due, in ns.
        var nextAt: UInt64
        /// Number of times that the chip answered again.
        var recoveries: UInt32
    }

    let bus: String
    private let turn: (_ now: UInt64) -> Turn
    private let loop: UnsafeMutablePointer<Loop>
    private let ring: Ring<Event>
    private let timer: Int32
    let thread: SlowThread
    /// The end of the last turn, in nanoseconds.
    private let servedAt: UnsafeMutablePointer<Atomic<UInt64>>
    private let recovered: UnsafeMutablePointer<Atomic<UInt32>>

    /// Nanoseconds after which a turn counts as hanging. Turns are at most one second apart.
    static var hangTime: UInt64 { 2_000_000_000 }

    /// - Parameters:
    ///   - name: the name of the sensor, for messages.
    ///   - ring: the ring of `loop` that receives the events.
    init?(
        _ name: String, bus: String, loop: UnsafeMutablePointer<Loop>, ring: Ring<Event>,
        turn: @escaping (_ now: UInt64) -> Turn
    ) {
        self.bus = bus
        self.turn = turn
        self.loop = loop
        self.ring = ring
        guard let thread = SlowThread(name) else { return nil }
        self.thread = thread
        timer = treadle_timer_create()
        servedAt = .allocate(capacity: 1)
        servedAt.initialize(to: Atomic(treadle_now()))
        recovered = .allocate(capacity: 1)
        recovered.initialize(to: Atomic(0))
        if timer < 0 { return nil }
    }

    /// Number of times that the chip answered again after a failure. Any thread may read it.
    var recoveries: UInt32 { recovered.pointee.load(ordering: .acquiring) }

    /// Whether the present turn hangs. Any thread may call this.
    func hangs(at now: UInt64) -> Bool {
        let served = servedAt.pointee.load(ordering: .relaxed)
        return now > served && now - served > SensorThread.hangTime
    }

    func start() { thread.start { self.run() } }

    /// The events that end a wait.
    private enum Wake {
        case stop, timer
    }

    private func run() {
        var waited = PollSet<Wake>()
        waited.add(.stop, thread.stopping)
        waited.add(.timer, timer)
        while true {
            let turn = turn(treadle_now())
            servedAt.pointee.store(treadle_now(), ordering: .relaxed)
            recovered.pointee.store(turn.recoveries, ordering: .releasing)
            if let event = turn.event {
                // The ring is only full if the loop does not run; a later sample then replaces this one.
                _ = ring.push(event)
                treadle_event_signal(loop.pointee.wake)
            }
            _ = treadle_timer_set(timer, turn.nextAt)
            if waited.wait().contains(.stop) { return }
            treadle_event_clear(timer)
        }
    }
}

typealias TiltThread = SensorThread<MotionEvent>

extension TiltThread {
    convenience init?(_ configuration: MotionConfiguration, loop: UnsafeMutablePointer<Loop>) {
        var sensor = TiltSensor(configuration) { () throws(DeviceError) in
            try I2CDevice(bus: configuration.bus, address: UInt8(configuration.address))
        }
        self.init(bus: configuration.bus, loop: loop) { now in
            let event = sensor.sample(at: now)
            return Turn(event: event, nextAt: sensor.nextAt, recoveries: sensor.recoveries)
        }
    }

    convenience init?(bus: String, loop: UnsafeMutablePointer<Loop>, turn: @escaping (_ now: UInt64) -> Turn) {
        self.init("the tilt", bus: bus, loop: loop, ring: loop.pointee.motions, turn: turn)
    }
}

extension SensorThread<PedalEvent> {
    /// Nil for a box without pedals and expanders.
    convenience init?(_ box: BoxConfiguration, loop: UnsafeMutablePointer<Loop>) {
        guard let bus = box.pedals.first?.bus ?? box.expanders.first?.bus else { return nil }
        var sensor = PedalSensor(box)
        self.init("the pedals", bus: bus, loop: loop, ring: loop.pointee.pedals) { sensor.turn(at: $0) }
    }
}
