import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I5: at every point of an update, the next start runs a whole slot.
@Suite struct SlotsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/update.treadle"
        try Data(UpdateVectors.file(.newer)).write(to: URL(fileURLWithPath: path))
    }

    private func file() throws(UpdateProblem) -> UpdateFile {
        var file = try UpdateFile(path)
        try file.verify(by: UpdateVectors.keys(UpdateVectors.key))
        return file
    }

    /// Whether a slot holds the old image or the new one.
    private func isWhole(_ card: ModelCard, _ slot: Int, _ selector: BootSelector) -> Bool {
        if slot == 2 { return card.partitions[2] == ModelCard(selector).partitions[2] }
        return card.partitions[3]!.starts(with: UpdateVectors.image)
    }

    @Test(arguments: [BootSelector.autoboot, .grubenv])
    func afterACutAtAnyWriteAWholeSlotStarts(_ selector: BootSelector) throws {
        var started: Set<Int> = []
        for tears in [false, true] {
            var cut = 0
            var isDone = false
            while !isDone {
                var slots = Slots(card: ModelCard(selector), selector: selector, running: 2)
                slots.card.left = cut
                slots.card.tears = tears
                var hasArmed = false
                do throws(UpdateProblem) {
                    try slots.settle(isOnTrial: false)
                    try slots.write(try file()) { _ in }
                    try slots.arm()
                    hasArmed = true
                    isDone = true
                } catch {
                    #expect(error == .device("p3", -5) || error == .device("p1", -5))
                }
                // The restart after the cut, or the one that asks for the trial.
                let first = try slots.card.start(selector, asksForTrial: hasArmed)
                #expect(isWhole(slots.card, first, selector), "cut \(cut), slot \(first)")
                started.insert(first)
                // A trial that is not ended by a commit is the only one.
                let second = try slots.card.start(selector)
                #expect(second == 2 && isWhole(slots.card, second, selector), "cut \(cut), then slot \(second)")
                cut += 1
            }
            #expect(cut > 4)
        }
        #expect(started == [2, 3])
    }

    @Test(arguments: [BootSelector.autoboot, .grubenv])
    func aCutOfTheCommitLeavesTheOldOrTheNew(_ selector: BootSelector) throws {
        var started: Set<Int> = []
        for cut in 0...1 {
            var slots = Slots(card: ModelCard(selector), selector: selector, running: 2)
            try slots.write(try file()) { _ in }
            try slots.arm()
            #expect(try slots.card.start(selector, asksForTrial: true) == 3)
            var trial = Slots(card: slots.card, selector: selector, running: 3)
            trial.card.left = cut
            try? trial.commit()
            started.insert(try trial.card.start(selector))
        }
        #expect(started == [2, 3])
    }

    @Test(arguments: [BootSelector.autoboot, .grubenv])
    func theOldSlotIsNotOverwrittenDuringATrial(_ selector: BootSelector) {
        var slots = Slots(card: ModelCard(selector), selector: selector, running: 3)
        #expect(throws: UpdateProblem.trialRuns) { try slots.settle(isOnTrial: true) }
        #expect(slots.card.writes == 0)
    }

    /// GRUB starts the other slot where the chosen one is damaged; that one is repaired by an update.
    @Test(arguments: [BootSelector.autoboot, .grubenv])
    func aSlotThatRunsInsteadOfTheChosenOneIsChosenFirst(_ selector: BootSelector) throws {
        var slots = Slots(card: ModelCard(selector), selector: selector, running: 3)
        try slots.settle(isOnTrial: false)
        #expect(try slots.choice() == .init(slot: 3, trial: selector == .autoboot ? 2 : nil))
    }

    /// A trial that was armed long ago, without a restart, must not start a slot that is half written.
    @Test func anArmedTrialIsTakenBackBeforeWriting() throws {
        var slots = Slots(card: ModelCard(.grubenv), selector: .grubenv, running: 2)
        try slots.arm()
        #expect(try slots.choice() == .init(slot: 2, trial: 3))
        try slots.settle(isOnTrial: false)
        #expect(try slots.choice() == .init(slot: 2))
    }

    @Test func anImageLargerThanTheSlotIsRefusedBeforeAnyWrite() throws {
        var slots = Slots(card: ModelCard(.autoboot), selector: .autoboot, running: 2)
        slots.card.partitions[3] = [UInt8](repeating: 0xEE, count: 600 * 1024 - 512)
        #expect(throws: UpdateProblem.tooLarge) { try slots.write(try file()) { _ in } }
        #expect(slots.card.writes == 0)
    }

    @Test func aFileThatChangesBetweenCheckingAndWritingIsNotArmed() throws {
        let file = try file()
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 400_000)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        var slots = Slots(card: ModelCard(.autoboot), selector: .autoboot, running: 2)
        #expect(throws: UpdateProblem.changed) { try slots.write(file) { _ in } }
        // No file system: the boot sector was never written.
        #expect(slots.card.partitions[3]![..<512].allSatisfy { $0 == 0 })
    }

    @Test func aCardThatForgetsAWriteIsNoticed() throws {
        var slots = Slots(card: ForgetfulCard(ModelCard(.autoboot)), selector: .autoboot, running: 2)
        #expect(throws: UpdateProblem.readBack) { try slots.write(try file()) { _ in } }
    }

    @Test func progressGoesFromNothingToAll() throws {
        var slots = Slots(card: ModelCard(.autoboot), selector: .autoboot, running: 2)
        var told: [UInt64] = []
        try slots.write(try file()) { told.append($0) }
        #expect(told == told.sorted() && told.last == 2 * 600 * 1024 && told.count == 6)
    }

    @Test func aSelectorThatIsGoneOrChangedIsNotGuessed() throws {
        var slots = Slots(card: ModelCard(.grubenv), selector: .autoboot, running: 2)
        #expect(throws: UpdateProblem.noSelector("autoboot.txt")) { try slots.settle(isOnTrial: false) }
        slots = Slots(card: ModelCard(.autoboot), selector: .autoboot, running: 2)
        slots.card.partitions[1] = [UInt8](repeating: 0, count: 16 * 512)
        #expect(throws: UpdateProblem.noSelector("autoboot.txt")) { try slots.arm() }
    }
}

/// A card that takes the second piece of a slot and keeps something else.
private struct ForgetfulCard: CardSectors {
    var card: ModelCard

    init(_ card: ModelCard) { self.card = card }

    mutating func sectors(_ partition: Int, at offset: UInt64, _ count: Int) throws(UpdateProblem) -> [UInt8] {
        try card.sectors(partition, at: offset, count)
    }

    mutating func write(_ partition: Int, at offset: UInt64, _ bytes: [UInt8]) throws(UpdateProblem) {
        if partition == 3 && offset == UInt64(UpkeepLimits.updatePiece) { return }
        try card.write(partition, at: offset, bytes)
    }

    func size(_ partition: Int) -> UInt64 { card.size(partition) }
}
