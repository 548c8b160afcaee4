import Settings
import Panel

extension Reader {
    func readMotion(_ node: YAMLNode) {
        if node.text == "none" { return }
        var fields = fields(node, "motion", such: "chip: lis3dh")
        let chips = AccelerometerChip.allCases
        let chip = chip(&fields, chips.map { $0.rawValue.asText { arena.copy($0) } } + ["none"])
        var motion = MotionConfiguration()
        if let chip, chip < chips.count {
            motion.chip = chips[chip]
            motion.address = chips[chip].address
        }
        if let bus = text(fields.take("bus"), "an I2C bus, such as /dev/i2c-1") { motion.bus = bus.string }
        if let address = address(fields.take("address")) { motion.address = address }
        if let rate = integer(fields.take("rate"), 1...1000, "values a second") { motion.rate = rate }
        if let entry = fields.take("smoothing") {
            if let text = entry.value.text, let value = Decimal.fixed(text, places: 3), value <= 1000 {
                motion.smoothing = value
            } else {
                wrong(entry, "a number 0..1")
            }
        }
        if let entry = fields.take("mounting") { motion.mounting = readMounting(entry.value) }
        if let entry = fields.take("range") { motion.ranges = readRanges(entry.value) }
        fields.finish(log)
        if chip != chips.count { box.motion = motion }
    }

    private static let axes: [Text] = ["x", "y", "z"]

    /// Reads the mounting: for each axis of the box, an axis of the chip.
    private func readMounting(_ node: YAMLNode) -> TiltMounting {
        var fields = fields(node, "mounting", such: "x: -y, y: x, z: z")
        var chipAxes: [TiltMounting.ChipAxis] = []
        for axis in Reader.axes {
            guard let entry = fields.take(axis) else {
                missing(axis, fields, "an axis of the chip, such as z or -z")
                continue
            }
            guard let chipAxis = entry.value.text.flatMap({ Reader.chipAxis($0) }) else {
                wrong(entry, "an axis of the chip: x, y, z, -x, -y or -z")
                continue
            }
            if chipAxes.contains(where: { $0.index == chipAxis.index }) {
                wrong(entry, "an axis of the chip that is not used yet")
            }
            chipAxes.append(chipAxis)
        }
        fields.finish(log)
        var mounting = TiltMounting()
        if chipAxes.count == 3 { (mounting.x, mounting.y, mounting.z) = (chipAxes[0], chipAxes[1], chipAxes[2]) }
        return mounting
    }

    private static func chipAxis(_ text: Text) -> TiltMounting.ChipAxis? {
        let isReversed = text.first == UInt8(ascii: "-")
        return axes.firstIndex(of: text.from(isReversed ? 1 : 0)).map {
            TiltMounting.ChipAxis(UInt8($0), isReversed: isReversed)
        }
    }

    /// Reads the tilt angles in degrees that become the values 0 and 16383.
    private func readRanges(_ node: YAMLNode) -> TiltRanges {
        var fields = fields(node, "range", such: "x: -20..35")
        var ranges = TiltRanges()
        for (index, axis) in Reader.axes.enumerated() {
            guard let entry = fields.take(axis), let ends = range(entry, -90...90, downwards: true) else { continue }
            if ends.low == ends.high { wrong(entry, "a range of degrees whose ends differ") }
            ranges[index] = TiltRange(from: Int8(ends.low), to: Int8(ends.high))
        }
        fields.finish(log)
        return ranges
    }
}
