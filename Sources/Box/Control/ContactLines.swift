import Configuration
import Devices

/// Opens the GPIO lines of the footswitches for the loop.
enum ContactLines {
    /// Returns no line for any footswitch.
    static func none(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>.allocate(capacity: box.footswitches.count)
        contacts.initialize(repeating: nil)
        return contacts
    }

    /// Requests the lines. A line that is refused is reported, and the box runs without it.
    static func open(_ box: BoxConfiguration) -> UnsafeMutableBufferPointer<GPIOInput?> {
        let contacts = none(box)
        var (used, refused) = (NamesByText(), NamesByText())
        for (index, footswitch) in box.footswitches.enumerated() {
            guard let line = footswitch.line else { continue }
            do throws(DeviceError) {
                contacts[index] = try GPIOInput(
                    chip: line.chip, line: line.line, activeLow: footswitch.activeLow,
                    pull: GPIOInput.Pull(footswitch.pull))
                used.add(footswitch.name, line.chip)
            } catch {
                refused.add(footswitch.name, error.message)
            }
        }
        for (names, chip) in used.list { Console.out("  \(names.called("footswitch", "footswitches")) on \(chip)\n") }
        for (names, why) in refused.list {
            Console.error("treadle: \(names.called("footswitch", "footswitches")): \(why)\n")
        }
        return contacts
    }
}

extension GPIOInput.Pull {
    init(_ pull: FootswitchConfiguration.Pull) {
        switch pull {
        case .up: self = .up
        case .down: self = .down
        case .none: self = .none
        }
    }
}
