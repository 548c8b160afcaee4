/// The one-euro filter (Casiez, Roussel, Vogel, CHI 2012) on an angle: calm while the hand is still, quick when it
/// moves (F4).
///
/// As in the paper, the speed is taken against the last filtered value.
struct OneEuroFilter: Sendable {
    /// The cutoff at rest in Hz; 0 is no filter.
    let minimumCutoff: Double
    /// How the cutoff grows with speed, Hz per °/s.
    static let beta = 0.01
    /// The cutoff for the speed, Hz.
    static let derivativeCutoff = 1.0

    private var angle = 0.0
    private var speed = 0.0
    private var time = never

    init(minimumCutoff: Double) {
        self.minimumCutoff = minimumCutoff
    }

    /// Whether bytes that were put in its place are a filter of the same cutoff.
    func hasValidState(as fresh: OneEuroFilter, at now: UInt64) -> Bool {
        minimumCutoff == fresh.minimumCutoff && angle.magnitude <= 90 && speed.magnitude <= 1e12
            && (time == never || time <= now)
    }

    /// - Parameters:
    ///   - raw: degrees.
    ///   - at: ns. Where no time has passed since the last call the result stays.
    /// - Returns: degrees.
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

    /// The share of the new value in a first-order low pass of this cutoff (Hz), 0...1.
    private func share(of cutoff: Double, _ seconds: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * seconds))
    }
}
