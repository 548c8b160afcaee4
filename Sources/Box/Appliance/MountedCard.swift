import CPlatform
import Devices
import Host
import Upkeep

/// The card or disk that an appliance runs from, as process 1 finds and mounts it (I2, I3). Faults are described in
/// words, and do not keep the box from playing.
struct MountedCard {
    /// Why saved files will not survive a power cut; nil if they will, or if the image has no data partition.
    private(set) var refusal: String?
    /// Why the owner's partition cannot be used; nil if it can.
    private(set) var fault: String?
    /// Whether the owner's edit has errors.
    private(set) var isEditRefused = false
    /// Whether the data partition cannot be used, so that the box plays the files on the owner's partition.
    private(set) var playsOwner = false
    /// Arguments of this program for commands that run beside the box.
    private(set) var tasks: [[String]] = []

    /// The longest duration of an import in ms. A card that hangs must not keep the box from playing.
    private static let importTime: Int32 = 10_000

    /// Finds the disk by the signature of `treadle_disk`, mounts its partitions and imports the owner's edits.
    /// `treadle_data=/dev/…` names another data partition.
    static func find() -> MountedCard {
        var mounted = MountedCard()
        let named = getenv("treadle_data").map { String(cString: $0) }
        guard let signature = ImageFacts.disk else {
            if let named { mounted.mountData(named) }
            return mounted
        }
        var card = wait(for: signature)
        if card == nil && named == nil {
            let count = SystemCard.disks(signature).count
            mounted.refuse(
                count > 1
                    ? "\(count) disks have the signature \(signature); none is used, because it is not known which runs"
                    : "no disk has the signature \(signature)")
            return mounted
        }
        let record = card.flatMap { CardGrowth.record(of: $0)?.0 }
        if let card { mounted.mountOwner(card.path(1), isThere: record?[1].count != 0) }
        if let named {
            mounted.mountData(named)
        } else if let card {
            mounted.mountData(card.path(BootRecord.data), isThere: record?[BootRecord.data].count != 0)
        }
        if mounted.fault == nil && card != nil {
            if mounted.refusal == nil { mounted.importEdit() } else { mounted.playsOwner = true }
        }
        if mounted.refusal == nil, var card = card.take(), let need = CardGrowth.need(of: &card), need != .nothing {
            mounted.tasks.append(["grow"])
        }
        return mounted
    }

    private static func wait(for signature: String) -> SystemCard? {
        var card: SystemCard?
        _ = AwaitedNode.wait(atMost: DataPartition.longestWait) {
            let found = SystemCard.disks(signature)
            // If a second disk has the same signature, waiting does not help.
            if found.count == 1 { card = try? SystemCard(signature: signature) }
            return !found.isEmpty
        }
        return card
    }

    private mutating func refuse(_ why: String) {
        refusal = why
        Console.error("treadle: \(why); nothing is kept\n")
    }

    /// - Parameter isThere: whether the boot record has the partition, so that its node will appear.
    private mutating func mountOwner(_ device: String, isThere: Bool) {
        mkdir(CardFiles.owner, 0o755)
        var error: Int32 = -ENOENT
        if isThere && AwaitedNode.wait(for: device, atMost: DataPartition.longestWait) {
            error = treadle_mount_device(device, CardFiles.owner, "vfat", 1, "")
        }
        if error >= 0 { return }
        isFaulty("\(device) cannot be mounted: \(String(cString: treadle_error_message(error)))")
    }

    private mutating func isFaulty(_ why: String) {
        fault = why
        Console.error("treadle: card: \(why)\n")
    }

    private mutating func mountData(_ device: String, isThere: Bool = true) {
        mkdir("/var", 0o755)
        mkdir("/var/lib", 0o755)
        mkdir(StateFolder.ofAppliance, 0o755)
        let time = isThere ? DataPartition.longestWait : 0
        let why = DataPartition.mount(device, waiting: time) { attempt in
            treadle_mount_device(device, StateFolder.ofAppliance, "ext4", attempt.isReadOnly ? 1 : 0, attempt.options)
        }
        if let why { refuse(why) }
    }

    /// Runs `treadle import` in a process of its own, because it reads files that somebody else has written.
    private mutating func importEdit() {
        guard let said = MountedCard.output(of: ["treadle", "import"], atMost: MountedCard.importTime) else {
            return isFaulty("the import of the edited files has not ended")
        }
        let last = said.split(separator: "\n").last.map { String($0) } ?? ""
        switch CardImport.Outcome(rawValue: last) {
        case .nothing: break
        case .imported: Console.out("treadle: the edited files of the card are imported\n")
        case .refused:
            isEditRefused = true
            Console.error("treadle: the edited files of the card are not imported\n")
        case .exportAgain: tasks.append(["export"])
        case nil:
            let failed = "failed "
            let isReason = last.utf8.starts(with: failed.utf8)
            isFaulty("import: \(isReason ? String(last.dropFirst(failed.count)) : "has ended without a word")")
        }
    }

    /// Runs this program with some arguments and returns its output; nil if it does not end within `time` ms.
    private static func output(of words: [String], atMost time: Int32) -> String? {
        var child = ChildProcess()
        if let reason = child.start(words) { return "failed \(reason)" }
        var said: [UInt8] = []
        let deadline = treadle_now() + UInt64(time) * 1_000_000
        while child.isRunning {
            let now = treadle_now()
            if now >= deadline {
                // A process that waits for a card cannot be killed. Process 1 reaps it whenever it ends.
                child.letGo()
                return nil
            }
            child.waitForOutput(until: deadline, at: now)
            switch child.read() {
            case .nothing: break
            case .bytes(let bytes): said = (said + bytes).suffix(4096)
            case .ended: child.end(killing: false)
            }
        }
        return String(decoding: said, as: UTF8.self)
    }
}
