import Panel
import Plan

// R10: tilts and pedals send their position as soon as the box starts. A volume of 0 at that position would mean
// silence until somebody moves them.
extension Reader {
    /// Warns of a remap that sends 0 to volume or expression while the board is level, or, without a map, at the heel
    /// of a pedal.
    ///
    /// - Parameter isMapped: whether the remap has a map. For a pedal, 0 is then assumed to be intended.
    func warnOfSilence(
        of remap: Remap, from: Controller, to: Controller?, _ entry: YAMLNode.Entry, isMapped: Bool
    ) {
        guard let to, to.isLoudness, remap.mode.kind == .direct else { return }
        let (rest, when): (Int32, String)
        switch from {
        case .motion(let axis):
            // The axis that points up is at 90 degrees while the board is level.
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
    /// Whether the controller is volume or expression, with 7 or 14 bits.
    fileprivate var isLoudness: Bool {
        switch self {
        case .controlChange(let number), .pair(let number, _): number == 7 || number == 11
        default: false
        }
    }
}
