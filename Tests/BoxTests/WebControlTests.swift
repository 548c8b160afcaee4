import CPlatform
import Engine
import HostSupport
import Loop
import MIDI
import Testing

@testable import Box

/// The page's process, with a script in its place, which reads and writes its standard input, a socket (W1).
@Suite final class WebControlTests {
    private let folder: TemporaryFolder
    private let server = ControlServer()
    private let ring = Ring<Injection>(capacity: 64)
    private let second: UInt64 = 1_000_000_000

    init() throws { folder = try TemporaryFolder() }

    private static let place = WebPlace(option: "\(UInt16.random(in: 20_000...60_000))+")!

    private func settings(_ name: String = "Stage", at place: WebPlace = WebControlTests.place) -> WebSettings {
        WebSettings(place: place, name: name, allow: ["lan"], hosts: ["Stage.local"], identity: "1f", startedAt: 7)
    }

    private func control(_ script: String) throws -> WebControl {
        try folder.write("#!/bin/sh\n" + script, "script")
        try folder.installProgram("script", as: "child")
        return WebControl(["treadle", "web", "--path=x"], executable: folder.path + "/child")
    }

    private func text(_ name: String) -> String { folder.text(name) ?? "" }

    /// Answers signs of life, and writes each line into a file.
    private var living: String {
        """
        while read -r line; do
            echo "$line" >>\(folder.path)/heard
            if [ "$line" = alive ]; then echo alive >&0; fi
        done

        """
    }

    /// Serves the process and its connection once.
    private func turn(_ web: WebControl, _ wanted: WebSettings?, at now: UInt64) {
        let ready = server.clients.map { ControlWake.server(.client($0.descriptor)) }
        _ = server.serve(ready, greeting: { [] }, giving: ring) { line, client in
            switch PageRequest(line) {
            case .alive: web.hearLife(at: now)
            case .answer(let number, let part):
                let isTaken = web.questions.accept(number, part)
                #expect(isTaken)
            default: _ = client.messages.inject([0x90, 0x3C, 0x64], .play, port: 0)
            }
            client.reply("ok")
        }
        web.serve(wanted, server, greeting: { ["treadle 1", "ready"] }, at: now)
    }

    /// Serves until something holds, at one time or as time passes; fails after a minute.
    private func serve(_ web: WebControl, _ wanted: WebSettings?, at now: UInt64? = nil, until holds: () -> Bool) {
        let deadline = treadle_now() + 60 * second
        while !holds() && treadle_now() < deadline {
            turn(web, wanted, at: now ?? treadle_now())
            var ready: UInt32 = 0
            if !holds() { _ = treadle_poll([server.clients.first?.descriptor ?? -1], 1, 0, 10, &ready) }
        }
        #expect(holds())
    }

    @Test func processGetsItsWordsTheListenerAndTheSettings() throws {
        let web = try control("echo \"$@\" $(readlink /proc/self/fd/3) >\(folder.path)/words\n" + living)
        #expect(web.status == nil)
        turn(web, settings(), at: 1)
        #expect(web.status == "starting")
        serve(web, settings(), until: { web.isUp })
        #expect(text("words").hasPrefix("web --path=x socket:["))
        let heard =
            "treadle 1\nready\nhttp name Stage\nhttp allow lan\nhttp hosts Stage.local\nhttp identity 1f\n"
            + "http started 7\nalive\n"
        #expect(text("heard").hasPrefix(heard))
        let port = try #require(web.port)
        #expect(web.status == "at port \(port)" && web.address == "http://localhost:\(port)")
        #expect(web.announced == nil, "nobody else reaches it")
        web.end()
        #expect(web.child == -1 && web.status == nil)
    }

    /// E1: only another place needs another process.
    @Test func changedSettingsAreToldAndAnotherPortIsTaken() throws {
        let web = try control(living)
        serve(web, settings(), until: { web.isUp })
        let (child, port) = (web.child, web.port)
        serve(web, settings("Hall"), until: { text("heard").contains("http name Hall\n") })
        #expect(web.child == child && web.port == port)
        let other = try #require(WebPlace(option: "\(UInt16.random(in: 20_000...60_000))+"))
        serve(web, settings(at: other), until: { web.isUp && web.child != child })
        #expect(web.port != port && web.life.shortLives == 0)
        serve(web, nil, until: { web.child == -1 })
        #expect(web.status == nil && web.port == nil && web.address == nil)
    }

    @Test func endedProcessIsStartedAgainAfterAPauseAndGivenUpAfterTen() throws {
        let web = try control("echo x >>\(folder.path)/starts\n")
        var (now, told) = (UInt64(1), 0)
        for round in 1...11 {
            serve(
                web, settings(), at: now,
                until: { web.child == -1 && web.life.startsAt != UInt64.max && web.life.startsAt > now })
            if web.takeNoPage() { told += 1 }
            #expect(told == (round < 10 ? 0 : 1))
            turn(web, settings(), at: now)
            #expect(web.child == -1, "not at once")
            now = web.life.startsAt
        }
        #expect(text("starts").count == 22)
        #expect(web.status?.hasPrefix("no page") == true)
        web.end()
    }

    @Test func processThatHangsIsKilledAndFollowed() throws {
        let web = try control("exec sleep 600\n")
        turn(web, settings(), at: 1)
        let child = web.child
        #expect(child > 0)
        // The box looks once a second.
        for time in 1..<4 { turn(web, settings(), at: 1 + UInt64(time) * second) }
        #expect(web.child == -1)
        serve(web, settings(), at: 1 + 3 * second, until: { kill(child, 0) < 0 })
        serve(web, settings(), at: web.life.startsAt, until: { web.child > 0 })
        #expect(web.child != child)
        web.end()
    }

    /// H1: what the process holds is released when it ends.
    @Test func whatTheProcessHoldsIsReleasedAtItsEnd() throws {
        let web = try control("echo note >&0\nread line\n")
        var keys: [Message] = []
        serve(
            web, settings(),
            until: {
                while let injection = ring.pop() { keys.append(injection.message) }
                return keys.count > 1
            })
        #expect(keys == [.noteOn(channel: 0, key: 0x3C, velocity: 0x64), .noteOff(channel: 0, key: 0x3C)])
        web.end()
    }

    @Test func questionsAreAnsweredInLines() throws {
        let web = try control(
            """
            echo alive >&0
            while read -r line; do
                set -- $line
                case "$line" in
                ask*code) echo "answer $2 | 482913 60" >&0; echo "answer $2 ok" >&0 ;;
                ask*forget*) echo "answer $2 error no browser $4" >&0 ;;
                ask*end) exit ;;
                esac
            done

            """)
        var answers: [[String]] = []
        web.questions.ask("code", web.client, at: treadle_now()) { answers.append($0) }
        #expect(answers == [["error the page is starting; try again"]])
        serve(web, settings(), until: { web.isUp })
        web.questions.ask("code", web.client, at: treadle_now()) { answers.append($0) }
        web.questions.ask("forget 7", web.client, at: treadle_now()) { answers.append($0) }
        serve(web, settings(), until: { answers.count == 3 })
        #expect(answers.suffix(2) == [["| 482913 60", "ok"], ["error no browser 7"]])
        web.questions.ask("nothing", web.client, at: treadle_now() - WebChildLimits.questionTime) { answers.append($0) }
        turn(web, settings(), at: treadle_now())
        #expect(answers.last == ["error the page's process has not answered"])
        web.questions.ask("end", web.client, at: treadle_now()) { answers.append($0) }
        serve(web, settings(), until: { answers.count == 5 })
        #expect(answers.last == ["error the page's process has ended"])
        web.end()
    }

    @Test func takenPortIsTriedAgainAndSparePortsAreTaken() throws {
        let taken = treadle_tcp_listen("127.0.0.1", 0)
        try #require(taken >= 0)
        let port = UInt16(treadle_udp_port(taken))
        let web = try control(living)
        let only = try #require(WebPlace(option: "\(port)"))
        turn(web, settings(at: only), at: 1)
        #expect(web.status?.hasPrefix("waits for port \(port): ") == true && web.port == nil && web.child == -1)
        #expect(web.deadline == 1 + WebChildLimits.bindPause)
        let next = try control(living)
        turn(next, settings(at: try #require(WebPlace(option: "\(port)+"))), at: 1)
        #expect(next.port ?? 0 > port || port > 65_500)
        next.end()
        close(taken)
        turn(web, settings(at: only), at: WebChildLimits.bindPause)
        #expect(web.port == nil, "not before it is time")
        // A process that was just begun has the port too, until it runs its program.
        for trial in 1...6000 where web.port == nil {
            turn(web, settings(at: only), at: 1 + UInt64(trial) * WebChildLimits.bindPause)
            if web.port == nil { usleep(10_000) }
        }
        #expect(web.port == port)
        web.end()
    }
}
