/// The file on p1 by which firmware or GRUB chooses a slot. The choice is one sector that is rewritten in place, so
/// that a power cut leaves the old or the new choice (I5).
package enum BootSelector {
    /// `autoboot.txt` of the Raspberry Pi's firmware. A trial is requested by reboot(2), and the firmware forgets the
    /// request at the next start.
    case autoboot
    /// `grub/grubenv` of GRUB on a PC. GRUB clears `try` before it starts the slot of a trial.
    case grubenv

    package struct Choice: Equatable {
        /// The slot that starts: partition 2 or 3.
        package var slot: Int
        /// The slot that a trial starts; nil for none.
        package var trial: Int?
    }

    /// - Parameter board: the value of `treadle_board`.
    package init?(board: String) {
        switch board {
        case "raspberry-pi": self = .autoboot
        case "pc-x86_64": self = .grubenv
        default: return nil
        }
    }

    /// Folder and file names as stored in a FAT folder.
    package var path: [String] { self == .autoboot ? ["AUTOBOOTTXT"] : ["GRUB       ", "GRUBENV    "] }

    package var name: String { self == .autoboot ? "autoboot.txt" : "grub/grubenv" }

    /// Returns the choice in the file's first sector; nil if the file is not as the image made it.
    package func choice(in sector: [UInt8], size: UInt32) -> Choice? {
        switch self {
        case .autoboot:
            guard let places = digits(in: sector, size) else { return nil }
            return Choice(slot: digit(sector[places.normal]), trial: digit(sector[places.trial]))
        case .grubenv:
            guard size == 1024, let text = environment(sector) else { return nil }
            var choice: Choice?
            var trial: Int?
            for line in text.split(separator: UInt8(ascii: "\n")) {
                if line.elementsEqual("slot=2".utf8) { choice = Choice(slot: 2) }
                if line.elementsEqual("slot=3".utf8) { choice = Choice(slot: 3) }
                if line.elementsEqual("try=2".utf8) { trial = 2 }
                if line.elementsEqual("try=3".utf8) { trial = 3 }
            }
            choice?.trial = trial
            return choice
        }
    }

    /// Returns the file's first sector with another choice; nil if the file is not as the image made it.
    func sector(_ choice: Choice, over sector: [UInt8], size: UInt32) -> [UInt8]? {
        switch self {
        case .autoboot:
            guard let places = digits(in: sector, size) else { return nil }
            var new = sector
            new[places.normal] = UInt8(ascii: "0") + UInt8(choice.slot)
            new[places.trial] = UInt8(ascii: "0") + UInt8(choice.trial ?? 5 - choice.slot)
            return new
        case .grubenv:
            let trial = choice.trial.map { "\($0)" } ?? ""
            var new = Array("\(BootSelector.mark)\nslot=\(choice.slot)\ntry=\(trial)\n".utf8)
            new += [UInt8](repeating: UInt8(ascii: "#"), count: 512 - new.count)
            return new
        }
    }

    private static let mark = "# GRUB Environment Block"

    /// Returns the lines of GRUB's environment, which must all be in the first sector; else nil.
    private func environment(_ sector: [UInt8]) -> ArraySlice<UInt8>? {
        if !sector.prefix(BootSelector.mark.utf8.count).elementsEqual(BootSelector.mark.utf8) { return nil }
        if sector.last != UInt8(ascii: "#") { return nil }
        return sector[...]
    }

    private func digit(_ byte: UInt8) -> Int { Int(byte - UInt8(ascii: "0")) }

    /// Returns the indices of the partition numbers in `autoboot.txt`, in `[all]` and `[tryboot]`.
    private func digits(in sector: [UInt8], _ size: UInt32) -> (normal: Int, trial: Int)? {
        if size > 512 { return nil }
        let text = sector[..<Int(size)]
        var (normal, trial): (Int?, Int?) = (nil, nil)
        var (isTrial, isAB) = (false, false)
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "[") { isTrial = line.elementsEqual("[tryboot]".utf8) }
            if line.elementsEqual("tryboot_a_b=1".utf8) { isAB = true }
            guard line.dropLast().elementsEqual("boot_partition=".utf8), let last = line.last,
                last == UInt8(ascii: "2") || last == UInt8(ascii: "3")
            else { continue }
            if isTrial { trial = line.endIndex - 1 } else { normal = line.endIndex - 1 }
        }
        guard isAB, let normal, let trial else { return nil }
        return (normal, trial)
    }
}
