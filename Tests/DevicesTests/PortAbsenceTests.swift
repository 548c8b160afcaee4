import Foundation
import Testing

@testable import Devices

@Suite struct PortAbsenceTests {
    @Test func theReasonForMissingPortsIsTold() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        #expect(PortScan.absence(in: folder).hasPrefix("there is no \(folder)"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(PortScan.absence(in: folder).hasPrefix("\(folder) has no sound card"))
        try Data().write(to: URL(fileURLWithPath: folder + "/controlC1"))
        #expect(PortScan.absence(in: folder).hasPrefix("no sound card has a MIDI port"))
    }
}
