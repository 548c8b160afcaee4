import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I5: which keys an image trusts, and that a key that was withdrawn stays so.
@Suite struct UpdateKeysTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var list: String { folder.path + "/.withdrawn-keys" }

    /// What the check of an update finds; its list of withdrawn keys, or why it is refused.
    private func check(
        _ kind: UpdateVectors.Kind, _ keys: UpdateKeys
    ) throws -> Result<WithdrawnKeys, UpdateProblem> {
        let path = folder.path + "/update.treadle"
        try Data(UpdateVectors.file(kind)).write(to: URL(fileURLWithPath: path))
        do throws(UpdateProblem) {
            var file = try UpdateFile(path)
            try file.verify(by: keys)
            return .success(file.withdrawn)
        } catch {
            return .failure(error)
        }
    }

    private let both = UpdateVectors.keys(UpdateVectors.key, UpdateVectors.reserveKey)
    private let withdrawn = UpdateProblem.withdrawn("B0241B8A0A5F7846")

    @Test func keysAreTheFilesThatEndInPub() throws {
        try folder.write(UpdateVectors.key, "in-use.pub")
        try folder.write(UpdateVectors.reserveKey, "in-reserve.pub")
        try folder.write(UpdateVectors.otherKey, "other.key")
        try folder.write("no key\n", "broken.pub")
        let keys = UpdateKeys(folder.path, remembered: WithdrawnKeys())
        #expect(keys.lines == ["14823728D1099D96 in reserve", "B0241B8A0A5F7846 in use"])
        #expect(!keys.hasDevelopmentKey)
        #expect(UpdateKeys(folder.path + "/none", remembered: WithdrawnKeys()) == UpdateKeys())
    }

    @Test func aDevelopmentKeyIsToldApart() throws {
        try folder.write(UpdateVectors.key, "development.pub")
        try folder.write(UpdateVectors.otherKey, "mine.pub")
        let keys = UpdateKeys(folder.path, remembered: WithdrawnKeys())
        #expect(keys.hasDevelopmentKey)
        #expect(keys.lines == ["B0241B8A0A5F7846 development", "CD79D52B82F6D1A0 other"])
    }

    @Test func theKeyInReserveSignsAndWithdrawsTheOther() throws {
        let found = try check(.withdrawing, both).get()
        #expect(found.numbers.map { $0.text } == ["B0241B8A0A5F7846", "0000000000000001"])
        #expect(try check(.newer, both).get() == WithdrawnKeys())
    }

    // Whoever holds it may sign a list without it, or one with the key in reserve.
    @Test func aWithdrawnKeySignsNothing() throws {
        var keys = both
        keys.withdrawn = try check(.withdrawing, both).get()
        #expect(try check(.newer, keys) == .failure(withdrawn))
        #expect(try check(.withdrawing, keys) == .success(keys.withdrawn))
        // It is refused in the same words where no image trusts it any more.
        var later = UpdateVectors.keys(UpdateVectors.reserveKey)
        #expect(try check(.newer, later) == .failure(.otherKey))
        later.withdrawn = keys.withdrawn
        #expect(try check(.newer, later) == .failure(withdrawn))
    }

    @Test func aSignedListThatCannotBeReadIsRefused() throws {
        #expect(try check(.withdrawingNonsense, both) == .failure(.damaged))
    }

    @Test func theImagesOwnListCounts() throws {
        try folder.write(UpdateVectors.key, "in-use.pub")
        try folder.write("# Lost in a train.\nB0241B8A0A5F7846 2026-01-01\n", "withdrawn")
        let keys = UpdateKeys(folder.path, remembered: WithdrawnKeys())
        #expect(keys.lines == ["B0241B8A0A5F7846 in use, withdrawn"])
        #expect(try check(.newer, keys) == .failure(withdrawn))
    }

    @Test func theListOnlyGrows() throws {
        #expect(WithdrawnKeys.read(list) == WithdrawnKeys())
        #expect(WithdrawnKeys(text: Array("2\n1\n".utf8)).keep(list))
        // An older update brings a shorter list, or none.
        for (older, all) in [("", "2 1"), ("1\n", "2 1"), ("3\n1\n", "2 1 3")] {
            #expect(WithdrawnKeys(text: Array(older.utf8)).keep(list))
            let words = WithdrawnKeys.read(list).numbers.map { String($0.value) }
            #expect(words.joined(separator: " ") == all)
        }
        #expect(folder.text(".withdrawn-keys") == "0000000000000002\n0000000000000001\n0000000000000003\n")
    }

    @Test func aListThatCannotBeWrittenIsNotKept() {
        #expect(!WithdrawnKeys(text: Array("1\n".utf8)).keep(folder.path + "/none/.withdrawn-keys"))
        #expect(WithdrawnKeys().keep(folder.path + "/none/.withdrawn-keys"), "nothing is to be written")
    }

    @Test func aDamagedLineLosesNoOther() {
        let text = Array("1\n\u{0}\u{0}\nnonsense\n123456789ABCDEF01\n2\n".utf8)
        #expect(WithdrawnKeys(text: text).numbers.map { $0.value } == [1, 2])
    }

    @Test func noBackupHoldsTheList() {
        #expect(BackedUp.leavesOut(".withdrawn-keys"))
    }
}
