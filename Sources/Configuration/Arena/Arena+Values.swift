import MIDI
import Plan

extension Arena {
    /// Makes the output table of a controller with values 0...top; its `FineShape` follows in memory.
    func outputs(_ values: [Int], top: Int, _ shape: [UInt64]) -> Remap.Values {
        top > 255
            ? .wideTable(share(values.map { UInt16($0) }, shape)) : .table(share(values.map { UInt8($0) }, shape))
    }

    /// Makes the table of a velocity remap: 128 entries, followed in memory by its `FineShape`.
    func velocities(_ values: [UInt8], _ shape: [UInt64]) -> UnsafePointer<UInt8> {
        share(values, shape).assumingMemoryBound(to: UInt8.self)
    }

    /// Shares a table followed by a `FineShape`.
    ///
    /// - Parameter table: 128 or 16384 entries, so the size in bytes is a multiple of 8.
    private func share<Entry: FixedWidthInteger>(_ table: [Entry], _ shape: [UInt64]) -> UnsafeRawPointer {
        let words = table.count * MemoryLayout<Entry>.size / 8
        var block = [UInt64](repeating: 0, count: words) + shape
        block.withUnsafeMutableBytes { bytes in
            table.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[..<$0.count]).copyMemory(from: $0) }
        }
        return UnsafeRawPointer(share(block))
    }
}

/// The words of a `FineShape`.
enum FineWords {
    static let asWritten = [UInt64(FineShape.Kind.asWritten.rawValue)]
    static let interpolated = [UInt64(FineShape.Kind.interpolated.rawValue)]

    /// The shape of a velocity list; entry 0 means nothing. A list that drops a velocity is not interpolated (U4).
    static func velocities(_ list: [Int]) -> [UInt64] {
        list.dropFirst().contains(0) ? asWritten : interpolated
    }
}

extension Curve {
    /// Returns the `FineShape` of this curve as words.
    ///
    /// - Parameters:
    ///   - inTop: the highest input, 127 or 16383.
    ///   - outTop: the highest output, 127 or 16383.
    func fineWords(from inTop: Int, to outTop: Int) -> [UInt64] {
        switch self {
        case .softness(let softness): return Curve.words(.power, power(softness))
        case .dynamics(let dynamics): return Curve.words(.dynamics, power(dynamics))
        case .cutoff(let cutoff): return Curve.words(.cutoff, Double(100 - cutoff) / 100)
        case .free(let curve):
            let (x, y) = (curve.x.map { UInt64($0) }, curve.y.map { UInt64($0) })
            let inputs = UInt64(FineShape.Kind.free.rawValue) | x[1] << 16 | x[2] << 32
            let outputs = y[0] | y[1] << 16 | y[2] << 32 | y[3] << 48
            let unit = FreeCurve(x: curve.x.map { Curve.part($0, inTop) }, y: curve.y.map { Curve.part($0, outTop) })
            return [inputs, outputs] + unit.tangents.map { $0.bitPattern }
        }
    }

    /// Scales a value 0...top up to 32 bits and returns it as a fraction of the range, 0...1.
    private static func part(_ value: Double, _ top: Int) -> Double {
        Double(Scaling.up(UInt32(value), from: top > 127 ? 14 : 7, to: 32)) / Double(UInt32.max)
    }

    /// Returns 2^(setting/50); the bits are equal on every processor.
    private func power(_ setting: Int) -> Double { 4 * FinePower.exponential(Double(setting) / 50 - 2) }

    private static func words(_ kind: FineShape.Kind, _ number: Double) -> [UInt64] {
        [UInt64(kind.rawValue), number.bitPattern]
    }
}
