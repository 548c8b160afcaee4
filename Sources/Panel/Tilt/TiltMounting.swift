/// How the chip lies in the box (F4): which of its axes each axis of the box is, and which way round.
public struct TiltMounting: Equatable, Sendable, BitwiseCopyable {
    /// An axis of the chip: 0 x, 1 y, 2 z.
    public struct ChipAxis: Equatable, Sendable, BitwiseCopyable {
        public var index: UInt8
        public var isReversed: Bool

        public init(_ index: UInt8, isReversed: Bool = false) {
            self.index = index
            self.isReversed = isReversed
        }
    }

    /// What each axis of the box is. Each of the chip stands here once.
    public var x = ChipAxis(0)
    public var y = ChipAxis(1)
    public var z = ChipAxis(2)

    /// As the chip.
    public init() {}

    /// What the box feels of what the chip measures.
    public func box(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double, z: Double) {
        let chip: InlineArray<3, Double> = [x, y, z]
        func felt(_ axis: ChipAxis) -> Double {
            let measured = chip[Int(axis.index)]
            return axis.isReversed ? -measured : measured
        }
        return (felt(self.x), felt(self.y), felt(self.z))
    }

    /// What the chip measures of what the box feels.
    public func chip(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double, z: Double) {
        var chip: InlineArray<3, Double> = [0, 0, 0]
        chip[Int(self.x.index)] = self.x.isReversed ? -x : x
        chip[Int(self.y.index)] = self.y.isReversed ? -y : y
        chip[Int(self.z.index)] = self.z.isReversed ? -z : z
        return (chip[0], chip[1], chip[2])
    }
}
