import CPlatform
import Foundation
import TestSupport
import Testing

@testable import Network

/// The parent's side of the mDNS child (N10). Shell scripts play the child; Tests/Network/test_mdns.py has the
/// real one.
@Suite struct DiscoveryTests {
    /// A program that runs shell commands as the child.
    private final class Script {
        let path: String

        /// Runs the program in a network of its own, if this machine allows that: two processes of mDNS on one loopback
        /// interface would claim the name of its address.
        static func realProcess() throws -> Script {
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            let program = folder.appendingPathComponent("treadle").path
            return try Script(
                """
                alone=-rn
                # Root as itself, since the child takes another user, whom a namespace of one user lacks.
                if [ "$(id -u)" = 0 ]; then alone=-n; fi
                if unshare $alone ip link set lo up 2>/dev/null; then
                    exec unshare $alone sh -c 'ip link set lo up && exec "$0" "$@"' '\(program)' "$@"
                fi
                exec '\(program)' "$@"
                """)
        }

        /// A shell writes the file: if this process did, children of other tests could have it open, and it would be
        /// refused as busy (ETXTBSY).
        init(_ commands: String) throws {
            path = "/tmp/treadle-discovery-\(UInt64.random(in: 0...UInt64.max))"
            let write = "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\""
            let words = ["sh", "-c", write, path, "#!/bin/sh\n\(commands)\n"]
            var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            copies.append(nil)
            defer { for copy in copies { free(copy) } }
            var (to, from): (Int32, Int32) = (-1, -1)
            let shell = treadle_child_start("/bin/sh", copies, &to, &from)
            try #require(shell > 0)
            treadle_child_end(shell, 0)
            close(to)
            close(from)
            try #require(access(path, X_OK) == 0)
        }

        deinit { unlink(path) }
    }

    /// Lets the child write until an event of a kind comes, at most 20 s. Returns all events.
    private func events(
        of discovery: Discovery, at time: UInt64 = 1, until isLast: (DiscoveryEvent) -> Bool
    ) -> [DiscoveryEvent] {
        var events = discovery.hear(at: time)
        let end = treadle_now() + 20_000_000_000
        while !events.contains(where: isLast) && treadle_now() < end {
            var ready: UInt32 = 0
            _ = treadle_poll([discovery.descriptor], 1, 0, 1000, &ready)
            events += discovery.hear(at: time)
        }
        return events
    }

    /// Lets the child write until something is so, at most a minute.
    private func hears(_ discovery: Discovery, at time: UInt64, until isSo: () -> Bool) -> Bool {
        let end = treadle_now() + 60_000_000_000
        while !isSo() && treadle_now() < end {
            var ready: UInt32 = 0
            _ = treadle_poll([discovery.descriptor], 1, 0, 1000, &ready)
            _ = discovery.hear(at: time)
        }
        return isSo()
    }

    private func isFailure(_ event: DiscoveryEvent) -> Bool { if case .failed = event { true } else { false } }
    private func isAddress(_ event: DiscoveryEvent) -> Bool { if case .resolved = event { true } else { false } }
    private func isName(_ event: DiscoveryEvent) -> Bool { if case .nameInUse = event { true } else { false } }

    private let peer = FoundService(
        name: "A B", interface: "eth0", host: "a.local", address: "192.0.2.7", port: 5004)

    @Test func argumentsReachTheChildAndLinesComeBack() throws {
        let script = try Script(
            #"""
            printf '%s\n' 'found eth0 ipv4 A\032B a.local 192.0.2.7 5004' nonsense 'lost eth0 ipv4 A\032B'
            printf 'name %s,%s,%s,%s\n' "$@"
            read end
            """#)
        let discovery = Discovery(name: "--Box", port: 5004, interfaces: ["eth0", "eth1"], executable: script.path)
        #expect(discovery.deadline == 0)
        let events = events(of: discovery, until: isName)
        let arguments = "mdns,--name=--Box,--port=5004,--interfaces=eth0,eth1"
        #expect(events == [.found(peer), .lost(peer), .nameInUse(arguments)])
        #expect(discovery.malformed == 1)
        #expect(discovery.deadline == 1 + DiscoveryLimits.pingTime)
        discovery.stop()
        #expect(discovery.child == nil && discovery.descriptor == -1)
    }

    @Test func aRenameReachesTheChild() throws {
        let script = try Script("echo name A\nread line\nprintf 'name %s\\n' \"${line#rename }\"\nread end")
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        _ = events(of: discovery, until: isName)
        discovery.rename("B")
        #expect(events(of: discovery, until: isName) == [.nameInUse("B")])
        discovery.stop()
    }

    /// W1: the page is published beside the session or alone, and moves at a reload.
    @Test func thePortOfThePageReachesTheChild() throws {
        let script = try Script(
            "echo host A.local\nprintf 'name %s,%s\\n' \"$3\" \"$4\"\nread line\necho name \"${line#page }\"\nread end")
        let discovery = Discovery(name: "A", port: 0, page: 80, interfaces: [], executable: script.path)
        #expect(
            events(of: discovery, until: isName) == [.hostInUse("A.local"), .nameInUse("--port=0,--page=80")])
        discovery.move(page: 80)
        discovery.move(page: 8080)
        #expect(events(of: discovery, until: isName) == [.nameInUse("8080")])
        discovery.stop()
    }

    @Test func aHostToResolveReachesTheChildAndItsAddressesComeBack() throws {
        let script = try Script("read line\nprintf 'address %s 192.0.2.7\\n' \"${line#resolve }\"\nread end")
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        discovery.resolve("void.local")
        #expect(discovery.hear(at: 1).isEmpty)
        discovery.resolve("desk.local")
        #expect(events(of: discovery, until: isAddress) == [.resolved(host: "desk.local", address: "192.0.2.7")])
        discovery.stop()
    }

    /// N3: mDNS answers for a name under `.local`, here the child itself, and the C library for others.
    @Test func theProcessResolvesHosts() throws {
        let script = try Script.realProcess()
        let host = "test-\(UInt64.random(in: 0...UInt64.max))"
        let discovery = Discovery(
            name: host, port: 5004, interfaces: ["lo"], executable: script.path)
        _ = events(of: discovery, until: isName)
        for name in ["\(host).local", "localhost"] {
            let answers = ["127.0.0.1", "::1"].map { DiscoveryEvent.resolved(host: name, address: $0) }
            discovery.resolve(name)
            let found = events(of: discovery) { answers.contains($0) }
            #expect(found.contains { answers.contains($0) })
        }
        // A name that nobody has stays without an answer and holds up nothing.
        discovery.resolve("nobody.invalid")
        discovery.rename(host + "-b")
        #expect(events(of: discovery, until: isName).contains(.nameInUse(host + "-b")))
        discovery.stop()
    }

    @Test func aChildThatEndsIsStartedAgainLaterAndLater() throws {
        let script = try Script(#"printf '%s\n' 'failed No\032network'"#)
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        var (now, pauses) = (UInt64(1), [UInt64]())
        for _ in 0..<7 {
            #expect(events(of: discovery, at: now, until: isFailure) == [.failed("No network")])
            #expect(discovery.child == nil && discovery.descriptor == -1)
            pauses.append(discovery.deadline - now)
            #expect(discovery.hear(at: discovery.deadline - 1) == [])
            #expect(discovery.child == nil)
            now = discovery.deadline
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { $0 * 1_000_000_000 })
        #expect(discovery.ended == 7)
    }

    @Test func whatAChildFoundOutlivesIt() throws {
        let script = try Script(#"printf '%s\n' 'found eth0 ipv4 A\032B a.local 192.0.2.7 5004'"#)
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        let first = events(of: discovery, until: isFailure)
        #expect(first == [.found(peer), .failed("the mDNS process has ended")])
        #expect(events(of: discovery, at: discovery.deadline, until: isFailure).count == 1)
    }

    @Test func aProgramThatCannotBeStartedIsTriedAgain() {
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: "/nonexistent")
        #expect(discovery.hear(at: 1) == [.failed("No such file or directory")])
        #expect(discovery.deadline == 1 + DiscoveryLimits.shortestPause)
    }

    @Test func stoppingWaitsForTheGoodbyeAndReadsOn() throws {
        // More than a pipe holds, so that a parent that does not read would never see the end.
        let script = try Script(
            "touch \"$0.there\"\necho name A\nread end\nhead -c 200000 /dev/zero\nexec rm \"$0.there\"")
        let mark = script.path + ".there"
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        _ = events(of: discovery, until: isName)
        #expect(access(mark, F_OK) == 0)
        discovery.stop()
        #expect(access(mark, F_OK) != 0)
        unlink(mark)
    }

    @Test func aChildThatDoesNotEndIsKilled() throws {
        let script = try Script("echo name A\nexec sleep 100")
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        _ = events(of: discovery, until: isName)
        let child = try #require(discovery.child)
        let before = treadle_now()
        discovery.stop()
        #expect(treadle_now() - before >= DiscoveryLimits.goodbyeTime)
        #expect(kill(child, 0) == -1 && treadle_errno() == ESRCH)
    }

    @Test func aLineWithoutEndIsOneMalformedLine() throws {
        let script = try Script("head -c 100000 /dev/zero\necho\necho name A\nread end")
        let discovery = Discovery(name: "A", port: 5004, interfaces: [], executable: script.path)
        #expect(events(of: discovery, until: isName) == [.nameInUse("A")])
        #expect(discovery.malformed == 1)
        discovery.stop()
    }

    /// N10: the process answers as long as it runs, and one that stands is replaced within 10 s.
    @Test func aProcessThatStandsIsReplaced() throws {
        let script = try Script.realProcess()
        let name = "-Test \(UInt64.random(in: 0...UInt64.max))"
        let discovery = Discovery(name: name, port: 5004, interfaces: ["lo"], executable: script.path)
        var now: UInt64 = 1
        _ = events(of: discovery, at: now, until: isName)
        for _ in 0..<3 {
            now = discovery.deadline
            #expect(discovery.hear(at: now).isEmpty)
            let asked = discovery.answers
            #expect(hears(discovery, at: now) { discovery.answers > asked })
        }
        let child = try #require(discovery.child)
        // The script and the process, which may be another one.
        kill(-child, SIGSTOP)
        let stopped = now
        var failures: [DiscoveryEvent] = []
        while failures.isEmpty && now < stopped + 20_000_000_000 {
            now = discovery.deadline
            failures = discovery.hear(at: now).filter(isFailure)
        }
        #expect(failures == [.failed("the mDNS process has not answered")])
        while discovery.child == nil { _ = discovery.hear(at: discovery.deadline) }
        #expect(discovery.child != child && now + DiscoveryLimits.shortestPause - stopped <= 10_000_000_000)
        discovery.stop()
    }

    @Test func aKilledProcessIsReplacedAndPublishesAgain() throws {
        let script = try Script.realProcess()
        let name = "-Test \(UInt64.random(in: 0...UInt64.max))"
        // Loopback only, so that no other machine sees it.
        let discovery = Discovery(name: name, port: 5004, interfaces: ["lo"], executable: script.path)
        #expect(events(of: discovery, until: isName).contains(.nameInUse(name)))
        let child = try #require(discovery.child)
        kill(child, SIGKILL)
        #expect(events(of: discovery, until: isFailure).last == .failed("the mDNS process has ended"))
        #expect(events(of: discovery, at: discovery.deadline, until: isName).contains(.nameInUse(name)))
        #expect(discovery.child != child)
        discovery.stop()
    }

    /// The child that reads packets of strangers has next to no rights (N10), from before its first packet.
    @Test func theRealProcessIsConfined() throws {
        let script = try Script.realProcess()
        let name = "-Test \(UInt64.random(in: 0...UInt64.max))"
        let discovery = Discovery(name: name, port: 5004, interfaces: ["lo"], executable: script.path)
        #expect(events(of: discovery, until: isName).contains(.nameInUse(name)))
        let child = try #require(discovery.child)
        let rights = try ConfinedProcess(child)
        let kind = treadle_confined_kind(Int32(TREADLE_CONFINED_MDNS)).pointee
        #expect(rights.hasNoNewPrivileges && rights.isFiltered && rights.capabilities == 0)
        #expect(rights.mostFiles == kind.files && rights.mostMemory == kind.memory)
        if geteuid() == 0 { #expect(rights.user == kind.user && rights.group == kind.user && rights.groups.isEmpty) }
        discovery.stop()
    }
}
