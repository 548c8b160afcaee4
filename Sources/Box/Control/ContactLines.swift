import Configuration
import Devices
import Host
import Panel

/// Opens the GPIO lines of the footswitches and knobs for the loop.
enum ContactLines {
    /// Allocates room for all lines and opens none.
    static func none(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>.allocate(capacity: count(box))
        contacts.initialize(repeating: nil)
        return contacts
    }

    /// Number of lines: one for each footswitch; in a box with knobs, room for all footswitches, then two for each knob
    /// (I10).
    private static func count(_ box: BoxConfiguration) -> Int {
        box.knobs.isEmpty ? box.footswitches.count : PanelLimits.switches + 2 * PanelLimits.knobs
    }

    /// Requests the lines. A refused line is reported, and the box runs without the line.
    static func open(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = none(box)
        var (used, refused) = (NamesByText(), NamesByText())
        for (index, footswitch) in box.footswitches.enumerated() {
            // A separate thread reads the footswitches at an expander (I10).
            guard let line = footswitch.line, !box.expanders.contains(where: { $0.name == line.chip }) else { continue }
            do throws(DeviceError) {
                contacts[index] = try GPIOInput(
                    chip: line.chip, line: line.line, activeLow: footswitch.activeLow, pull: footswitch.pull)
                used.add(footswitch.name, line.chip)
            } catch {
                refused.add(footswitch.name, error.message)
            }
        }
        openKnobs(box, contacts)
        for (names, chip) in used.list { Console.out("  \(names.called("footswitch", "footswitches")) on \(chip)\n") }
        for (names, why) in refused.list {
            Console.error("treadle: \(names.called("footswitch", "footswitches")): \(why)\n")
        }
        return contacts
    }

    private static func openKnobs(_ box: BoxConfiguration, _ contacts: UnsafeMutableBufferPointer<GPIOInput?>) {
        for knob in box.knobs {
            let first = PanelLimits.switches + 2 * (knob.number - 1)
            do throws(DeviceError) {
                for (place, line) in [knob.a, knob.b].enumerated() {
                    guard let line else { continue }
                    contacts[first + place] = try GPIOInput(
                        chip: line.chip, line: line.line, activeLow: knob.activeLow, pull: knob.pull)
                }
                Console.out("  knob \(knob.number) on \(knob.a?.chip ?? "")\n")
            } catch {
                Console.error("treadle: knob \(knob.number): \(error.message)\n")
            }
        }
    }
}
