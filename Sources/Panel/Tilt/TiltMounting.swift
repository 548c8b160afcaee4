/// The orientation of the chip in the box (F4): for each axis of the box, an axis of the chip and its direction.
package struct TiltMounting: Equatable, Sendable, BitwiseCopyable {
    /// An axis of the chip: 0 x, 1 y, 2 z.
    package struct ChipAxis: Equatable, Sendable, BitwiseCopyable {
        package var index: UInt8
        package var isReversed: Bool

        package init(_ index: UInt8, isReversed: Bool = false) {
            self.index = index
            self.isReversed = isReversed
        }
    }

    /// The chip axis of each axis of the box. Each chip axis occurs once.
    package var x = ChipAxis(0)
    package var y = ChipAxis(1)
    package var z = ChipAxis(2)

    /// Creates a mounting in which box and chip have equal axes.
    package init() {}

    /// Converts an acceleration along the axes of the chip to the axes of the box.
    package func box(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double, z: Double) {
        let chip: InlineArray<3, Double> = [x, y, z]
        func value(_ axis: ChipAxis) -> Double {
            let measured = chip[Int(axis.index)]
            return axis.isReversed ? -measured : measured
        }
        return (value(self.x), value(self.y), value(self.z))
    }

    /// Converts an acceleration along the axes of the box to the axes of the chip.
    package func chip(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double, z: Double) {
        var chip: InlineArray<3, Double> = [0, 0, 0]
        chip[Int(self.x.index)] = self.x.isReversed ? -x : x
        chip[Int(self.y.index)] = self.y.isReversed ? -y : y
        chip[Int(self.z.index)] = self.z.isReversed ? -z : z
        return (chip[0], chip[1], chip[2])
    }
}
