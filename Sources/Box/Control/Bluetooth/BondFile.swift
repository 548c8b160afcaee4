import Bluetooth
import CPlatform
import Host

/// The devices that have paired (B4), in a file of the box's own, a line each. Only its owner may read it. A power cut
/// leaves the old or the new file (E4).
///
/// Each connection changes a bond, and writes wear out the card, so a change of uses alone waits `quietTime`.
struct BondFile {
    /// The name of the file. Hidden files are in no backup (E6) and no export (I3).
    static let name = ".bluetooth"
    /// Nanoseconds until changes of uses alone are written, and until a failed write is tried again.
    static let quietTime: UInt64 = 30_000_000_000

    private let path: String
    private(set) var bonds: [Bond] = []
    /// When a change is written; `UInt64.max`: there is none.
    private(set) var writesAt = UInt64.max
    private var hasFailed = false

    /// Reads the file. Lines that this version does not understand are left out.
    init(in folder: String) {
        path = "\(folder)/\(BondFile.name)"
        guard let bytes = Console.readOwnFile(path) else { return }
        for line in TextLines(bytes[...]) {
            guard let bond = Bond(line: line) else { continue }
            bonds.removeAll { $0.address == bond.address }
            if bonds.count < BluetoothLimits.bonds { bonds.append(bond) }
        }
    }

    /// Adds a bond, or replaces that of the same device. Returns the bond that had to go for it: the one longest
    /// unused.
    mutating func put(_ bond: Bond, at now: UInt64) -> Bond? {
        if let index = bonds.firstIndex(where: { $0.address == bond.address }) {
            if bonds[index] == bond { return nil }
            let isUseAlone = bonds[index].hasSameKeys(as: bond)
            bonds[index] = bond
            change(at: isUseAlone ? now + BondFile.quietTime : now)
            return nil
        }
        var gone: Bond?
        if bonds.count >= BluetoothLimits.bonds {
            let oldest = bonds.indices.min { bonds[$0].lastUse < bonds[$1].lastUse }
            gone = oldest.map { bonds.remove(at: $0) }
        }
        bonds.append(bond)
        change(at: now)
        return gone
    }

    /// Removes the bond of a device, if there is one.
    mutating func remove(_ address: RadioAddress, at now: UInt64) {
        let count = bonds.count
        bonds.removeAll { $0.address == address }
        if bonds.count != count { change(at: now) }
    }

    mutating func removeAll(at now: UInt64) {
        if bonds.isEmpty { return }
        bonds = []
        change(at: now)
    }

    private mutating func change(at time: UInt64) { writesAt = min(writesAt, time) }

    /// Replaces the file (E4). Returns the calls as they are then; tests pass other calls.
    func save<Calls: FileCalls>(_ calls: Calls) throws(SafeFiles<Calls>.Problem) -> Calls {
        var files = SafeFiles(calls)
        try files.write(Array(bonds.map { $0.line + "\n" }.joined().utf8), to: path)
        return files.calls
    }

    /// Writes the file if that is due, or if the box ends.
    mutating func write(at now: UInt64, isEnd: Bool = false) {
        if writesAt == UInt64.max || now < writesAt && !isEnd { return }
        do throws(SafeFiles<PrivateFileCalls>.Problem) {
            _ = try save(PrivateFileCalls())
            (writesAt, hasFailed) = (UInt64.max, false)
        } catch {
            if !hasFailed { Console.error("treadle: \(path): \(error.message); paired devices are not saved\n") }
            (writesAt, hasFailed) = (now + BondFile.quietTime, true)
        }
    }
}

extension Bond {
    /// Whether two bonds of a device differ in the number of the last use alone.
    fileprivate func hasSameKeys(as other: Bond) -> Bool {
        name == other.name && record.prefix(9) == other.record.prefix(9)
            && record.dropFirst(13) == other.record.dropFirst(13)
    }
}
