/// The one-euro filter (Casiez, Roussel, Vogel, CHI 2012) for an angle: smooth while the box is still, fast when it
/// moves (F4).
///
/// As in the paper, the speed is measured from the last filtered angle.
struct OneEuroFilter: Sendable {
    /// The cutoff at rest in Hz; 0 for no filter.
    let minimumCutoff: Double
    /// The growth of the cutoff with speed, in Hz per °/s.
    static let beta = 0.01
    /// The cutoff of the speed, in Hz.
    static let derivativeCutoff = 1.0

    private var angle = 0.0
    private var speed = 0.0
    private var time = never

    init(minimumCutoff: Double) {
        self.minimumCutoff = minimumCutoff
    }

    /// Whether the bytes of this value form a valid filter with the cutoff of `fresh`.
    func hasValidState(as fresh: OneEuroFilter, at now: UInt64) -> Bool {
        minimumCutoff == fresh.minimumCutoff && angle.magnitude <= 90 && speed.magnitude <= 1e12
            && (time == never || time <= now)
    }

    /// Filters an angle.
    ///
    /// - Parameters:
    ///   - raw: the angle in degrees.
    ///   - at: the time in ns. If no time has passed since the last call, the result does not change.
    /// - Returns: the filtered angle in degrees.
    mutating func filter(_ raw: Double, at: UInt64) -> Double {
        guard minimumCutoff > 0 else { return raw }
        guard time != never else {
            (angle, time) = (raw, at)
            return raw
        }
        guard at > time else { return angle }
        let seconds = Double(at - time) / 1e9
        time = at
        speed += share(of: Self.derivativeCutoff, seconds) * ((raw - angle) / seconds - speed)
        let cutoff = minimumCutoff + Self.beta * speed.magnitude
        angle += share(of: cutoff, seconds) * (raw - angle)
        return angle
    }

    /// Returns the weight, 0...1, of a new value in a first-order low-pass filter with a cutoff in Hz.
    private func share(of cutoff: Double, _ seconds: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * seconds))
    }
}
