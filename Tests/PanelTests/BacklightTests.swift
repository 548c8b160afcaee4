import Panel
import Testing

@Suite struct BacklightTests {
    let second: UInt64 = 1_000_000_000

    @Test func backlightStaysOnWithoutATimeout() {
        var light = Backlight()
        #expect(light.isLit(at: 0) && light.isLit(at: 3600 * second))
        light.event(at: 3600 * second)
        #expect(light.wakes == 0)
        #expect(light.nextChange(after: 0) == never)
    }

    @Test func backlightGoesOffWhenTheTimeoutHasPassed() {
        var light = Backlight(delay: 10 * second)
        light.event(at: 5 * second)
        light.event(at: 7 * second)
        #expect(light.isLit(at: 17 * second - 1))
        #expect(!light.isLit(at: 17 * second))
        #expect(light.nextChange(after: 8 * second) == 17 * second)
        #expect(light.nextChange(after: 17 * second) == never)
    }

    @Test func firstEventInTheDarkSwitchesItOn() {
        var light = Backlight(delay: second)
        light.event(at: 0)
        light.event(at: second / 2)
        #expect(light.wakes == 0)
        light.event(at: 5 * second)
        light.event(at: 5 * second)
        #expect(light.wakes == 1)
        #expect(light.isLit(at: 5 * second))
    }

    // An event reported after the backlight went off must still switch it on.
    @Test func eventStampedJustBeforeTheDarkSwitchesItOn() {
        var light = Backlight(delay: second)
        light.event(at: 0)
        light.event(at: second - 1)
        #expect(light.wakes == 1)
    }

    @Test func anEarlierEventDoesNotShortenTheTime() {
        var light = Backlight(delay: 10 * second)
        light.event(at: 8 * second)
        light.event(at: 3 * second)
        #expect(light.isLit(at: 17 * second))
    }

    // M15: brighter by a step, dark after the brightest, whatever happens then.
    @Test func theMenuSetsTheBrightness() {
        var light = Backlight(levels: 4)
        var seen: [UInt8] = []
        for _ in 0..<5 {
            light.step()
            seen.append(light.level)
        }
        #expect(seen == [0, 1, 2, 3, 0])
        light.event(at: second)
        #expect(!light.isLit(at: second) && light.nextChange(after: second) == never)
        // A brightness that the display does not have is not taken.
        light.restore(level: 4)
        #expect(light.level == 0)
        light.restore(level: 2)
        #expect(light.level == 2 && light.isLit(at: second))
    }
}
