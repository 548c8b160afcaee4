import CPlatform
import Testing

@testable import Box

/// P6: the partition of a board, where it cannot be mounted as it should be.
@Suite struct DataPartitionTests {
    /// Mounts a device whose attempts give these results in turn, and returns the message and the count of attempts.
    private func mount(_ answers: Int32..., device: String = "/dev/null") -> (said: String?, tries: Int) {
        var tries = 0
        let said = DataPartition.mount(device, waiting: 0) { attempt in
            #expect(attempt == DataPartition.attempts[tries])
            tries += 1
            return answers[tries - 1]
        }
        return (said, tries)
    }

    @Test func aDeviceThatCanBeWrittenIsMountedOnce() {
        #expect(mount(0) == (nil, 1))
    }

    @Test func aDeviceThatCannotBeWrittenIsReadOnly() {
        #expect(mount(-EACCES, 0) == ("/dev/null is read-only", 2))
    }

    /// Its journal would have to be replayed first.
    @Test func aReadOnlyDeviceThatWasInUseIsMountedWithoutItsJournal() {
        #expect(mount(-EACCES, -EROFS, 0) == ("/dev/null is read-only", 3))
        #expect(DataPartition.attempts[2] == DataPartition.Attempt(isReadOnly: true, options: "noload"))
    }

    @Test func firstRefusalIsReported() {
        #expect(mount(-EINVAL, -EROFS, -EROFS) == ("/dev/null cannot be mounted: Invalid argument", 3))
    }

    @Test func missingDeviceIsReported() {
        #expect(mount(device: "/dev/treadle-no-such-card") == ("/dev/treadle-no-such-card is not there", 0))
    }
}
