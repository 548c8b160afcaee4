import Panel
import Program

// R10: a tilt and a pedal send where they rest as soon as the box starts, so that 0 there is silence until somebody moves them.
extension Reader {
    /// Warns of a remap that sends 0 to volume or expression while the board is level, or by default at the heel of a pedal.
    ///
    /// - Parameter isMapped: whether the remap has a map. At a pedal it says that 0 is meant.
    func warnOfSilence(
        of remap: Remap, from: Controller, to: Controller?, _ entry: YAMLNode.Entry, isMapped: Bool
    ) {
        guard let to, to.isLoudness, remap.mode.kind == .direct else { return }
        let (rest, when): (Int32, String)
        switch from {
        case .motion(let axis):
            // The axis that points up is level at 90 degrees.
            let range = box.motion?.ranges[axis] ?? TiltRange()
            (rest, when) = (Int32(range.value(ofDegrees: axis == 2 ? 90 : 0)), "while the board is level")
        case .pedal:
            if isMapped { return }
            (rest, when) = (0, "while the pedal is at its heel")
        default: return
        }
        if remap.output(of: rest) != 0 { return }
        let low = to.top > 127 ? 40 << 7 : 40
        log.warning(
            entry.value.place,
            "\(entry.value.described) is sent 0 \(when), so nothing is heard there; "
                + "keep it audible in `linear`, such as `out: \(low)..\(to.top)`")
    }
}

extension Controller {
    /// Whether it is volume or expression, of 7 or 14 bits.
    fileprivate var isLoudness: Bool {
        switch self {
        case .controlChange(let number), .pair(let number, _): number == 7 || number == 11
        default: false
        }
    }
}
