import MIDI

/// Converts acceleration to three controllers (F4): the angle of each axis to the horizon.
///
/// Each axis emits changes only, at most `rate` times a second. A value that is too early is stored, may be replaced
/// by a newer one, and is emitted once the interval has passed, so that the last position always arrives. `Tilt` has
/// no clock: the caller reads `nextDeadline` and calls `advance(to:_:)`. All times are in nanoseconds.
package struct Tilt: Sendable {
    /// Receives the value of an axis (0 x, 1 y, 2 z): 0...16383 over its range, by default −90..+90° with 8192 for
    /// level. Returns whether a message was sent; if not, the next value need not wait for the interval.
    package typealias Emit = (_ axis: UInt8, _ value: UInt16, _ at: UInt64) -> Bool

    private struct Axis: Sendable {
        var filter: OneEuroFilter
        var newest: UInt16 = 0
        /// The last emitted value; valid if `hasEmitted`.
        var emitted: UInt16 = 0
        var hasEmitted = false
        var sentAt = never
        /// The time at which `newest` is due, in ns; `never` if `newest` was emitted.
        var dueAt = never
    }

    private var axes: InlineArray<3, Axis>
    private let interval: UInt64
    private let mounting: TiltMounting
    /// The ranges of the axes. A change takes effect at the next sample.
    package var ranges: TiltRanges
    private var calibration = TiltCalibration()
    /// The number of samples that were not valid accelerations; wraps around.
    package private(set) var ignored: UInt32 = 0

    /// - Parameters:
    ///   - rate: the largest number of values a second that each axis sends, 1 or more.
    ///   - minimumCutoff: the cutoff in Hz, 10^(1−2s) for the smoothing s; nil or 0 for no filter.
    ///   - mounting: the orientation of the chip in the box.
    package init(
        rate: Int, minimumCutoff: Double?, mounting: TiltMounting = TiltMounting(), ranges: TiltRanges = TiltRanges()
    ) {
        precondition(rate > 0, "a rate is 1 or more")
        let perSecond = UInt64(rate)
        interval = (1_000_000_000 + perSecond - 1) / perSecond
        self.mounting = mounting
        self.ranges = ranges
        axes = InlineArray(repeating: Axis(filter: OneEuroFilter(minimumCutoff: minimumCutoff ?? 0)))
    }

    /// Handles a sample in g, along the axes of the chip. Emits values that were due earlier first. The sample
    /// replaces a value that is due at its time.
    ///
    /// Ignores and counts a sample with NaN, with 0 on all axes, or with more than 16 g on an axis.
    package mutating func sample(_ x: Double, _ y: Double, _ z: Double, at: UInt64, _ emit: Emit) {
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

    /// Emits the stored values that are due by `to`, each at its own time, in the order of times and then of axes.
    package mutating func advance(to: UInt64, _ emit: Emit) {
        while true {
            let at = nextDeadline
            guard at != never, at <= to else { return }
            for index in 0..<PanelLimits.axes where axes[index].dueAt == at {
                emitNewest(index, at, emit)
            }
        }
    }

    /// The time at which the next stored value is due, in ns; `never` if there is none.
    // Inlined, because a call at each wake-up would copy the whole value.
    @inline(__always)
    package var nextDeadline: UInt64 {
        // `min` with three arguments would allocate an array.
        min(axes[0].dueAt, min(axes[1].dueAt, axes[2].dueAt))
    }

    private mutating func offer(_ index: Int, _ angle: Double, _ at: UInt64, _ emit: Emit) {
        // The range is applied after the filter, whose speed is in degrees a second, and before the comparison, so
        // that movement beyond the end of the range sends nothing.
        let degrees = axes[index].filter.filter(angle, at: at)
        calibration.add(index, degrees)
        axes[index].newest = ranges[index].value(ofDegrees: degrees)
        guard !axes[index].hasEmitted || axes[index].newest != axes[index].emitted else {
            axes[index].dueAt = never
            return
        }
        let due = axes[index].sentAt == never ? at : axes[index].sentAt + interval
        if at >= due { emitNewest(index, at, emit) } else { axes[index].dueAt = due }
    }

    private mutating func emitNewest(_ index: Int, _ at: UInt64, _ emit: Emit) {
        axes[index].emitted = axes[index].newest
        axes[index].hasEmitted = true
        axes[index].dueAt = never
        if emit(UInt8(index), axes[index].emitted, at) { axes[index].sentAt = at }
    }
}

extension Tilt {
    /// The newest angle of an axis in whole degrees, cut to its range; nil before the first sample. 0 x, 1 y, 2 z.
    // Inlined, because a call would copy the whole value.
    @inline(__always)
    package func degrees(of axis: Int) -> Int? {
        if !axes[axis].hasEmitted { return nil }
        let (from, to) = (Double(ranges[axis].from), Double(ranges[axis].to))
        let angle = from + (to - from) * Double(axes[axis].newest) / 16383
        return Int(angle + (angle < 0 ? -0.5 : 0.5))
    }
}

extension Tilt {
    /// Begins to learn a range from the angles (`TiltCalibration`). Still emits values.
    ///
    /// - Parameter axis: 0 x, 1 y, 2 z; nil for x or y, the one with the larger movement.
    package mutating func beginCalibration(axis: UInt8?) { calibration.begin(axis: axis) }

    /// Ends learning and returns the learnt range. Does not change `ranges`.
    package mutating func endCalibration() -> TiltCalibration.Outcome { calibration.end(ranges) }

    private func angle(of axis: Double, over a: Double, _ b: Double) -> Double {
        arcTangent(axis, squareRoot(a * a + b * b)) * (180 / .pi)
    }

    private func isAcceleration(_ x: Double, _ y: Double, _ z: Double) -> Bool {
        // NaN fails every comparison, so it does not pass.
        let fits =
            x.magnitude <= PanelLimits.acceleration && y.magnitude <= PanelLimits.acceleration
            && z.magnitude <= PanelLimits.acceleration
        return fits && (x != 0 || y != 0 || z != 0)
    }
}

extension Tilt {
    /// Whether the bytes of this value form a valid tilt of this box, without a running calibration.
    ///
    /// - Parameter fresh: the tilt of the box after power-up.
    package mutating func hasValidState(as fresh: inout Tilt, at now: UInt64) -> Bool {
        guard interval == fresh.interval, hasSameMounting(as: fresh), calibration.isAtRest() else { return false }
        for axis in 0..<3 {
            let range = ranges[axis]
            guard range.from != range.to, -90...90 ~= range.from, -90...90 ~= range.to,
                RawBytes.isBool(&axes[axis].hasEmitted), axes[axis].newest <= 16383, axes[axis].emitted <= 16383,
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
