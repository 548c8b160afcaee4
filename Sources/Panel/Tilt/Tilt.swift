import MIDI

/// Tilt as three controllers (F4): acceleration in, angles of the axes to the horizon out.
///
/// An axis gives only changes, and what is sent because of them at most `rate` times a second. A value that comes too
/// early is kept, or replaced by a newer one, and goes out when the interval has passed: the last position always
/// arrives. It owns no clock: the caller asks for `nextDeadline` and calls `advance(to:_:)`. All times are nanoseconds.
public struct Tilt: Sendable {
    /// Receives the value of an axis (0 x, 1 y, 2 z): 0...16383 for its range, else −90..+90°, of which 8192 is level.
    /// Returns whether anything was sent: what changes too little to be heard keeps nothing waiting.
    public typealias Emit = (_ axis: UInt8, _ value: UInt16, _ at: UInt64) -> Bool

    private struct Axis: Sendable {
        var filter: OneEuroFilter
        var newest: UInt16 = 0
        var given: UInt16 = 0
        var isKnown = false
        var sentAt = never
        /// When `newest` goes out; `never` when it has.
        var dueAt = never
    }

    private var axes: InlineArray<3, Axis>
    private let interval: UInt64
    private let mounting: TiltMounting
    /// What comes of an angle from the next sample on.
    public var ranges: TiltRanges
    private var calibration = TiltCalibration()
    /// Samples that could not be an acceleration.
    public private(set) var ignored: UInt32 = 0

    /// - Parameters:
    ///   - rate: values a second that each axis sends at most, 1 or more.
    ///   - minimumCutoff: Hz, 10^(1−2s) for the smoothing s; nil or 0 is no filter.
    ///   - mounting: how the chip lies in the box.
    public init(
        rate: Int, minimumCutoff: Double?, mounting: TiltMounting = TiltMounting(), ranges: TiltRanges = TiltRanges()
    ) {
        precondition(rate > 0, "a rate is 1 or more")
        let perSecond = UInt64(rate)
        interval = (1_000_000_000 + perSecond - 1) / perSecond
        self.mounting = mounting
        self.ranges = ranges
        axes = InlineArray(repeating: Axis(filter: OneEuroFilter(minimumCutoff: minimumCutoff ?? 0)))
    }

    /// A sample of the chip in g, along its own axes. What was due before it comes out first; at the very instant the newer value goes.
    ///
    /// Not a number, nothing at all or more than 16 g on an axis is no acceleration: ignored and counted.
    public mutating func sample(_ x: Double, _ y: Double, _ z: Double, at: UInt64, _ emit: Emit) {
        guard isAcceleration(x, y, z) else {
            ignored &+= 1
            return
        }
        if at > 0 { advance(to: at - 1, emit) }
        let box = mounting.box(x, y, z)
        offer(0, angle(of: box.x, over: box.y, box.z), at, emit)
        offer(1, angle(of: box.y, over: box.x, box.z), at, emit)
        offer(2, angle(of: box.z, over: box.x, box.y), at, emit)
    }

    /// Sends what was kept and is due by `to`, each at its own time, in order of time and then of axes.
    public mutating func advance(to: UInt64, _ emit: Emit) {
        while true {
            let at = nextDeadline
            guard at != never, at <= to else { return }
            for index in 0..<PanelLimits.axes where axes[index].dueAt == at {
                give(index, at, emit)
            }
        }
    }

    /// When `advance(to:_:)` has something to send, in ns; `never` when nothing is kept.
    // Inlined, since it is asked for at each wake: called, it is handed a copy of everything.
    @inline(__always)
    public var nextDeadline: UInt64 {
        // Two at a time: `min` of three makes an array.
        min(axes[0].dueAt, min(axes[1].dueAt, axes[2].dueAt))
    }

    private mutating func offer(_ index: Int, _ angle: Double, _ at: UInt64, _ emit: Emit) {
        // The range comes behind the filter, whose speed is one of degrees, and before what is compared: beyond its end
        // nothing changes, so nothing is sent.
        let degrees = axes[index].filter.filter(angle, at: at)
        calibration.take(index, degrees)
        axes[index].newest = ranges[index].value(ofDegrees: degrees)
        guard !axes[index].isKnown || axes[index].newest != axes[index].given else {
            axes[index].dueAt = never
            return
        }
        let due = axes[index].sentAt == never ? at : axes[index].sentAt + interval
        if at >= due { give(index, at, emit) } else { axes[index].dueAt = due }
    }

    private mutating func give(_ index: Int, _ at: UInt64, _ emit: Emit) {
        axes[index].given = axes[index].newest
        axes[index].isKnown = true
        axes[index].dueAt = never
        if emit(UInt8(index), axes[index].given, at) { axes[index].sentAt = at }
    }
}

extension Tilt {
    /// From now on the angles are watched, for the range to learn (`TiltCalibration`). Nothing else changes.
    ///
    /// - Parameter axis: 0 x, 1 y, 2 z; nil: the one of x and y that is tilted farther.
    public mutating func beginCalibration(axis: UInt8?) { calibration.begin(axis: axis) }

    /// What was learnt since; the ranges stay.
    public mutating func endCalibration() -> TiltCalibration.Outcome { calibration.end(ranges) }

    private func angle(of axis: Double, over a: Double, _ b: Double) -> Double {
        arcTangent(axis, squareRoot(a * a + b * b)) * (180 / .pi)
    }

    private func isAcceleration(_ x: Double, _ y: Double, _ z: Double) -> Bool {
        // Written so that NaN, which compares false, does not pass.
        let fits =
            x.magnitude <= PanelLimits.acceleration && y.magnitude <= PanelLimits.acceleration
            && z.magnitude <= PanelLimits.acceleration
        return fits && (x != 0 || y != 0 || z != 0)
    }
}

extension Tilt {
    /// Whether bytes that were put in its place are the tilt of the same box, whose range nobody is learning.
    ///
    /// - Parameter fresh: that of the box as it is switched on.
    public mutating func hasValidState(as fresh: inout Tilt, at now: UInt64) -> Bool {
        guard interval == fresh.interval, hasSameMounting(as: fresh), calibration.isAtRest() else { return false }
        for axis in 0..<3 {
            let range = ranges[axis]
            guard range.from != range.to, -90...90 ~= range.from, -90...90 ~= range.to,
                RawBytes.isBool(&axes[axis].isKnown), axes[axis].newest <= 16383, axes[axis].given <= 16383,
                axes[axis].sentAt.isDue(at: now), axes[axis].dueAt.isDue(at: now),
                axes[axis].filter.hasValidState(as: fresh.axes[axis].filter, at: now)
            else { return false }
        }
        return true
    }

    private func hasSameMounting(as other: Tilt) -> Bool {
        var (one, other) = (mounting, other.mounting)
        return RawBytes.areEqual(&one, &other)
    }
}
