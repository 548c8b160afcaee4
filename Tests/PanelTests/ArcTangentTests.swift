import Foundation
import TestSupport
import Testing

@testable import Panel

@Suite struct ArcTangentTests {
    // F4: a table of y, x and the angle, to more digits than needed.
    @Test(arguments: [
        (0.0, 1.0, 0.0), (1.0, 1.0, 0.785398163397448310), (1.0, 0.0, 1.570796326794896619),
        (-1.0, 0.0, -1.570796326794896619), (0.0, -1.0, 3.141592653589793238), (1.0, 2.0, 0.463647609000806116),
        (2.0, 1.0, 1.107148717794090503), (1.0, -1.0, 2.356194490192344929), (-1.0, -1.0, -2.356194490192344929),
        (0.1, 1.0, 0.099668652491162027), (1.0, 1.732050807568877294, 0.523598775598298873), (0.0, 0.0, 0.0),
    ])
    func knownAngles(y: Double, x: Double, angle: Double) {
        #expect((arcTangent(y, x) - angle).magnitude < 1e-15 * 4)
    }

    @Test func agreesWithTheLibraryAllAround() {
        for step in 0..<100_000 {
            let angle = Double(step) / 100_000 * 2 * .pi
            let (y, x) = (sin(angle) * 3, cos(angle) * 3)
            let error = (arcTangent(y, x) - atan2(y, x)).magnitude
            #expect(error < 1e-14 || (error - 2 * .pi).magnitude < 1e-14, "\(y), \(x)")
        }
    }

    @Test func squareRootEqualsTheStandardLibrary() {
        var random = SplitMix(state: 1)
        for square in [0, 1, 4, 0.25, 512, 1e-12, 1e-300]
            + (0..<10_000).map({ _ in Double.random(in: 0...512, using: &random) })
        {
            let error = (squareRoot(square) - square.squareRoot()).magnitude
            #expect(error <= square.squareRoot().ulp, "\(square)")
        }
    }
}
