import Panel
import TestSupport
import Testing

/// Which presses of the two menu switches belong to the menu, and which are gestures (M1, M8).
@Suite struct MenuSwitchTests {
    private let ms: UInt64 = 1_000_000

    /// Three footswitches, of which B steps and A chooses. Records gestures as text, times in ms.
    private struct Feet {
        var switches = Footswitches()
        var log: [String] = []

        init(long: UInt64 = 500) {
            for _ in 0..<3 {
                _ = switches.addSwitch(debounce: 5_000_000, long: long * 1_000_000, double: 300_000_000)
            }
            switches.setMenu(step: 1, choose: 0)
        }

        mutating func edge(_ index: Int, _ closed: Bool, _ at: UInt64) {
            switches.edge(index, closed: closed, at: at * 1_000_000) { log.append(Self.text($0, $1, $2)) }
        }

        mutating func advance(_ to: UInt64) {
            switches.advance(to: to * 1_000_000) { log.append(Self.text($0, $1, $2)) }
        }

        private static func text(_ control: UInt8, _ down: Bool, _ at: UInt64) -> String {
            if let gesture = Footswitches.menuGesture(control, down) { return "menu \(gesture) \(at / 1_000_000)" }
            return FootswitchRecorder.text(control, down, at)
        }
    }

    @Test func bothOpenAfterASecond() {
        var feet = Feet()
        feet.edge(0, true, 0)
        feet.edge(1, true, 200)
        feet.advance(1199)
        #expect(feet.switches.nextDeadline == 1200 * ms)
        feet.advance(1300)
        #expect(feet.log == ["A 127 0", "B 127 200", "A long 127 500", "B long 127 700", "menu opens 1200"])
    }

    @Test func oneOfThemWithAThirdOpensNothing() {
        var feet = Feet()
        feet.edge(0, true, 0)
        feet.edge(2, true, 0)
        feet.advance(5000)
        #expect(feet.log == ["A 127 0", "C 127 0", "A long 127 500", "C long 127 500"])
    }

    /// With a `long` of more than a second, the press that opened the menu never becomes long, but its release is
    /// emitted.
    @Test func aPressThatOpenedTheMenuNeverBecomesLong() {
        var feet = Feet(long: 2000)
        feet.edge(0, true, 0)
        feet.edge(1, true, 0)
        feet.advance(3000)
        feet.switches.isMenuOpen = true
        feet.edge(0, false, 3100)
        feet.edge(1, false, 3200)
        #expect(feet.log == ["A 127 0", "B 127 0", "menu opens 1000", "A 0 3100", "B 0 3200"])
    }

    /// While the menu is open, gestures of its footswitches belong to it alone, and the third footswitch works as
    /// always. A press that began in the menu belongs to it even after the menu has closed.
    @Test func pressesWhileTheMenuIsOpenBelongToIt() {
        var feet = Feet()
        feet.switches.isMenuOpen = true
        feet.edge(0, true, 0)
        feet.edge(0, false, 100)
        feet.edge(1, true, 200)
        feet.edge(2, true, 210)
        feet.edge(2, false, 300)
        feet.advance(700)
        feet.switches.isMenuOpen = false
        feet.edge(1, false, 800)
        feet.edge(1, true, 900)
        #expect(
            feet.log == [
                "menu choose 0", "menu chooseUp 100", "menu step 200", "C 127 210", "C 0 300", "C short 127 300",
                "C short 0 300", "menu stepLong 700", "menu stepUp 800", "B 127 900",
            ])
    }

    /// A press of the menu is neither the first of a chord nor of a double.
    @Test func aPressOfTheMenuMakesNoChord() {
        var feet = Feet()
        _ = feet.switches.addChord(0, 2)
        feet.switches.isMenuOpen = true
        feet.edge(0, true, 0)
        feet.edge(2, true, 50)
        feet.switches.isMenuOpen = false
        feet.edge(0, false, 100)
        feet.edge(0, true, 200)
        #expect(feet.log == ["menu choose 0", "C 127 50", "menu chooseUp 100", "A 127 200"])
    }

    /// If one footswitch is still down from the menu, the other does not open it again.
    @Test func aPressOfTheMenuDoesNotOpenItAgain() {
        var feet = Feet()
        feet.switches.isMenuOpen = true
        feet.edge(0, true, 0)
        feet.switches.isMenuOpen = false
        feet.edge(1, true, 100)
        feet.advance(3000)
        #expect(feet.log == ["menu choose 0", "B 127 100", "menu chooseLong 500", "B long 127 600"])
    }

    /// M8: for any edges, every gesture that went down comes up, and the menu gets a release for each press.
    @Test(arguments: 0..<200) func nothingHangs(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var feet = Feet(long: random.next() % 2 == 0 ? 500 : 1500)
        _ = feet.switches.addChord(0, 1)
        _ = feet.switches.addChord(1, 2)
        var down = [false, false, false]
        var now: UInt64 = 0
        for _ in 0..<60 {
            now += [3, 40, 90, 400, 1100][Int(random.next() % 5)]
            let index = Int(random.next() % 3)
            feet.advance(now)
            if feet.log.last?.hasPrefix("menu opens") == true { feet.switches.isMenuOpen = true }
            if random.next() % 6 == 0 { feet.switches.isMenuOpen.toggle() }
            down[index].toggle()
            feet.edge(index, down[index], now)
        }
        for index in 0..<3 { feet.edge(index, false, now + 100) }
        feet.advance(now + 5000)
        var isDown: [String: Bool] = [:]
        for line in feet.log {
            let words = line.split(separator: " ").dropLast().map { String($0) }
            switch line {
            case _ where line.hasPrefix("menu opens"), _ where line.contains("stepLong"),
                _ where line.contains("chooseLong"):
                continue
            case _ where words[0] == "menu":
                let name = words[1].without("Up")
                #expect(isDown["menu " + name, default: false] == (name != words[1]), "\(line)")
                isDown["menu " + name] = name == words[1]
            default:
                let name = words.dropLast().joined(separator: " ")
                #expect(isDown[name, default: false] == (words.last == "0"), "\(line)")
                isDown[name] = words.last == "127"
            }
        }
        #expect(!isDown.values.contains(true), "\(isDown)")
    }
}

extension String {
    /// Removes an ending if the string has it.
    fileprivate func without(_ ending: String) -> String {
        hasSuffix(ending) ? String(dropLast(ending.count)) : self
    }
}
