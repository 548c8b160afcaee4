import CPlatform
import Testing

@testable import Devices

/// The advice for a user without permission for a device.
@Suite struct PermissionTests {
    private static let rules =
        "only root may; the rules in docs/HARDWARE.md, \"On a Linux that you have\", give it to the group 'gpio'"

    /// The group of the test's device. Only root can give a file to another group, so other users use their own.
    private static let number = getuid() == 0 ? 4711 : getgid()

    @Test(
        arguments: [
            (
                "music:x:\(number):ann,eve\n", 0o660,
                "its group is 'music': 'sudo usermod -aG music $USER', then log in again"
            ),
            ("music:x:\(number):ann,joe\n", 0o660, "you have joined its group 'music' since: log in again"),
            (
                "music:x:1:joe\nother:x:\(number):\n", 0o660,
                "its group is 'other': 'sudo usermod -aG other $USER', then log in again"
            ),
            ("", 0o660, "its group is '\(number)': 'sudo usermod -aG \(number) $USER', then log in again"),
            ("music:x:\(number):joe\n", 0o640, rules),
            ("music:x:\(number):joe\n", 0o600, rules),
        ] as [(String, mode_t, String)])
    func advice(groups: String, mode: mode_t, advice: String) throws {
        let scratch = Scratch()
        scratch.file("device", "")
        scratch.file("group", groups)
        let device = scratch.path + "/device"
        try #require(chown(device, UInt32.max, PermissionTests.number) == 0 && chmod(device, mode) == 0)
        let permission = Permission(groups: scratch.path + "/group", user: "joe")
        #expect(permission.advice(device, "gpio") == advice)
    }

    @Test func aMissingDeviceHasTheUsualGroup() {
        let advice = Permission(groups: "/nonexistent", user: nil).advice("/dev/nonexistent", "i2c")
        #expect(advice == "its group is 'i2c': 'sudo usermod -aG i2c $USER', then log in again")
    }
}
