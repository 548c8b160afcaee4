import Foundation
import HostSupport
import Testing

@testable import Box

/// M10: the files of the flight recorder, of which there are at most 16.
@Suite struct SavedRecordingsTests {
    private func folder(_ numbers: [Int]) throws -> TemporaryFolder {
        try TemporaryFolder(Dictionary(uniqueKeysWithValues: numbers.map { ("recorder-\($0).txt", "") }))
    }

    @Test(arguments: [
        ([], next: 1, gone: []), ([1, 2], 3, []), ([2, 9, 10], 11, []), (Array(1...15), 16, []),
        (Array(1...16), 17, [1]), (Array(5...24), 25, [5, 6, 7, 8, 9]), ([1, 2, 999_999], 3, []), ([999_999], 1, []),
    ])
    func nextRecordingTakesThePlaceOfTheOldest(_ numbers: [Int], next: Int, gone: [Int]) throws {
        let folder = try folder(numbers)
        var saved = SavedRecordings(folder.path)
        #expect(saved.next == next)
        #expect(saved.add() == gone.map { "\(folder.path)/recorder-\($0).txt" })
    }

    /// Files of the user are neither counted nor removed.
    @Test func otherNamesAreLeftAlone() throws {
        let names = [
            "recorder-01.txt", "recorder-.txt", "recorder-1.txt.before", "recorder-1x.txt", "recorder-1000000.txt",
        ]
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
        #expect(SavedRecordings(folder.path).next == 1)
    }
}
