import CPlatform
import Configuration
import HostSupport
import Testing

@testable import Box

/// The child that makes the box a USB device (I9), with a script in its place.
struct USBDeviceControlTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func box(_ more: String = "") throws -> BoxConfiguration {
        let text = "treadle: 1\nname: Stage\nports: { daw: { usb-device: 1 }, x: { usb-device: 3 } }\n" + more
        return try Configuration.load(text: text).get().box
    }

    private func control(_ script: String) throws -> USBDeviceControl {
        try folder.write("#!/bin/sh\n" + script, "script")
        try folder.installProgram("script", as: "child")
        return USBDeviceControl(try box(), executable: folder.path + "/child")
    }

    /// Serves until something holds; fails after a minute.
    private func serve(_ control: USBDeviceControl, until holds: () -> Bool, _ changed: () -> Void = {}) {
        let deadline = treadle_now() + 60_000_000_000
        while !holds() && treadle_now() < deadline {
            control.serve(at: treadle_now(), changed)
            var ready: UInt32 = 0
            if !holds() { _ = treadle_poll([control.descriptor], 1, 0, 100, &ready) }
        }
        #expect(holds())
    }

    @Test func childIsToldOfThePortsAndFunctions() throws {
        let plain = ["treadle", "usb-device", "--name=Stage", "--", "1=daw", "3=x"]
        #expect(USBDeviceControl.words(for: try box()) == plain)
        let all = USBDeviceControl.words(for: try box("usb-device: { name: Desk, drive: true, network: true }\n"))
        #expect(all == ["treadle", "usb-device", "--name=Desk", "--drive", "--network", "--", "1=daw", "3=x"])
        let text = "treadle: 1\nports: { daw: { usb-device: 1, protocol: midi-1.0 } }\n"
        #expect(USBDeviceControl.words(for: try Configuration.load(text: text).get().box).contains("--midi-1"))
    }

    /// A computer that goes and comes at once is two changes: between them the notes end (H9).
    @Test func eachComingAndGoingIsAChange() throws {
        let control = try control("printf 'set up\\ncomputer\\nalone\\ncomputer\\ndrive imported\\n'; read line\n")
        var seen: [Bool] = []
        // The script writes all of it at once.
        serve(control, until: { seen.count == 4 }) { seen.append(control.hasComputer) }
        #expect(seen == [false, true, false, true])
        #expect(control.takeDrive() == "imported" && control.takeDrive() == nil)
        control.end()
        #expect(control.descriptor == -1)
    }

    @Test func endIsSaidToTheChild() throws {
        let control = try control("echo set up; read line; echo \"$line\" >\(folder.path)/heard\n")
        serve(control, until: { control.reason == "no computer uses the USB device port" })
        control.end()
        #expect(folder.text("heard") == "end\n")
    }

    @Test func reasonOfAFailureIsKeptAndTheChildIsStartedAgain() throws {
        let control = try control("echo x >>\(folder.path)/starts; echo failed no port; exit 3\n")
        var changes = 0
        serve(control, until: { control.descriptor == -1 && changes > 0 }) { changes += 1 }
        #expect(control.reason == "no port" && !control.hasComputer)
        control.serve(at: treadle_now()) {}
        #expect(control.descriptor == -1, "not at once")
        control.serve(at: treadle_now() + 2_000_000_000) {}
        serve(control, until: { folder.text("starts") == "x\nx\n" })
        control.end()
    }

    /// Two boxes at one computer differ, and the id of a machine is not shown (machine-id(5)).
    @Test func serialNumberIsThatOfTheBoardElseAHashOfTheMachine() throws {
        try folder.write("10000000abcdef\0", "serial")
        try folder.write("0123456789abcdef0123456789abcdef\n", "machine")
        let (serial, machine) = (folder.path + "/serial", folder.path + "/machine")
        #expect(USBDeviceSerial(board: serial, machine: machine).text == "10000000abcdef")
        let hashed = USBDeviceSerial(board: folder.path + "/none", machine: machine).text
        #expect(!hashed.isEmpty && hashed != "0" && !hashed.contains("0123456789abcdef"))
        #expect(USBDeviceSerial(board: folder.path + "/none", machine: folder.path + "/none").text == "0")
    }
}
