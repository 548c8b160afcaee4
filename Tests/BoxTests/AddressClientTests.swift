import CPlatform
import Configuration
import TestSupport
import Testing

@testable import Box

/// The program that gives an appliance its address is started, restarted and ended (N13).
@Suite struct AddressClientTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func theCommandFollowsTheConfiguration() throws {
        let dhcp = try #require(AddressClient.command(for: .dhcp))
        #expect(dhcp.first == "/bin/dhcpcd" && dhcp.suffix(3) == ["--reboot", "0", "--nodelay"])
        let address = StaticAddress(address: 0xC000_0205, prefix: 24)
        let fixed = try #require(AddressClient.command(for: .static(address)))
        #expect(fixed.suffix(2) == ["--static", "ip_address=192.0.2.5/24"] && !fixed.contains("--reboot"))
        #expect(AddressClient.command(for: .off) == nil)
        // L4: a wireless interface has a client of its own.
        let wired = AddressClient.command(for: .dhcp, leavesRadio: true) ?? []
        #expect(wired.contains("--denyinterfaces") && wired.contains("wlan*") && !dhcp.contains("--denyinterfaces"))
    }

    /// A box that was started by hand or by another init leaves the network of its machine alone.
    @Test func theNetworkOfAComputerIsNotOurs() {
        #expect(treadle_owns_machine() == 0)
    }

    /// Waits until a child has ended, without freeing its number.
    private static func awaitEnd(of child: Int32) {
        var information = siginfo_t()
        _ = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT)
    }

    @Test func aProgramThatEndsIsStartedAgainAfterPausesThatDouble() {
        var client = AddressClient(["/bin/true"])
        defer { client.end() }
        var now = 100 * Self.second
        for pause in [1, 2, 4, 8, 16, 30, 30] as [UInt64] {
            client.serve(at: now)
            #expect(client.child > 0)
            Self.awaitEnd(of: client.child)
            client.serve(at: now)
            #expect(client.child < 0 && client.startsAt == now + pause * Self.second)
            client.serve(at: client.startsAt - 1)
            #expect(client.child < 0)
            now = client.startsAt
        }
        // After a long life the pauses begin anew.
        client.serve(at: now)
        Self.awaitEnd(of: client.child)
        now += 31 * Self.second
        client.serve(at: now)
        #expect(client.startsAt == now + Self.second)
    }

    @Test func theEndOfTheBoxEndsTheProgram() {
        var client = AddressClient(["/bin/sleep", "1000"])
        client.serve(at: 0)
        let child = client.child
        #expect(child > 0 && kill(child, 0) == 0)
        client.serve(at: Self.second)
        #expect(client.child == child)
        client.end()
        #expect(client.child < 0 && kill(child, 0) < 0)
    }

    /// It may set addresses and routes, as a user of its own, and little else.
    @Test func theProgramIsConfined() throws {
        var client = AddressClient(["/bin/sleep", "1000"])
        defer { client.end() }
        client.serve(at: 0)
        let rights = try ConfinedProcess(client.child)
        let kind = treadle_confined_kind(Int32(TREADLE_CONFINED_DHCP)).pointee
        #expect(rights.hasNoNewPrivileges && rights.isFiltered)
        #expect(rights.mostFiles == kind.files && rights.mostMemory == kind.memory)
        if geteuid() != 0 {
            #expect(rights.capabilities == 0)
            return
        }
        #expect(rights.user == kind.user && rights.group == kind.user && rights.groups.isEmpty)
        #expect(rights.capabilities == kind.capabilities && rights.boundingSet == kind.capabilities)
    }

    @Test func aProgramThatIsMissingEndsAtOnceAndIsTriedAgain() {
        var client = AddressClient(["/nowhere/dhcpcd"])
        client.serve(at: 0)
        Self.awaitEnd(of: client.child)
        client.serve(at: 0)
        #expect(client.child < 0 && client.startsAt == Self.second)
    }
}
