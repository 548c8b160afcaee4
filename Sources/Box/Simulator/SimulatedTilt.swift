import Loop
import CPlatform
import Configuration
import Panel

/// Simulates the tilt sensor (F4): arrow keys tilt the board in steps, and `sample` returns the acceleration.
struct SimulatedTilt {
    /// Angles of x and y to the horizon, in degrees.
    private(set) var x = 0
    private(set) var y = 0
    /// When the next sample is due; `never` after the filter has settled.
    private(set) var nextAt: UInt64 = 0
    private var restsAt: UInt64
    private let period: UInt64
    private let mounting: TiltMounting

    private static let step = 5
    /// Nanoseconds that the filter needs to settle: ten times the time constant of its lowest cutoff (F4).
    private let settlingTime: UInt64

    init(_ configuration: MotionConfiguration, at now: UInt64) {
        // A faster rate would show nothing new.
        period = 1_000_000_000 / UInt64(min(configuration.rate, 100))
        let cutoff = pow(10, 1 - 2 * Double(configuration.smoothing) / 1000)
        settlingTime = 500_000_000 + UInt64(10e9 / (2 * .pi * cutoff))
        restsAt = now + settlingTime
        mounting = configuration.mounting
    }

    /// Tilts by steps to the right and upwards. The angles together are at most 90 degrees.
    mutating func lean(right: Int, up: Int, at now: UInt64) {
        let (newX, newY) = (x + right * SimulatedTilt.step, y + up * SimulatedTilt.step)
        if max(newX, -newX) + max(newY, -newY) > 90 { return }
        move(newX, newY, at: now)
    }

    mutating func level(at now: UInt64) { move(0, 0, at: now) }

    private mutating func move(_ x: Int, _ y: Int, at now: UInt64) {
        (self.x, self.y) = (x, y)
        restsAt = now + settlingTime
        nextAt = min(nextAt, now)
    }

    /// Returns a sample if one is due.
    mutating func sample(at now: UInt64) -> MotionEvent? {
        if now < nextAt { return nil }
        nextAt = now < restsAt ? now + period : never
        let (gx, gy) = (sin(Double(x) * .pi / 180), sin(Double(y) * .pi / 180))
        let chip = mounting.chip(gx, gy, max(0, 1 - gx * gx - gy * gy).squareRoot())
        return .sample(x: chip.x, y: chip.y, z: chip.z, at: now)
    }
}
