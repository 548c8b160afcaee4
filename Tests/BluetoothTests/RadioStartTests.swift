import Testing

@testable import Bluetooth

/// Start, loss and end of the controller (B13, B17).
@Suite struct RadioStartTests {
    private static func started(_ orders: String...) -> DirectedRadio {
        let radio = DirectedRadio()
        for order in orders { radio.tell(order) }
        radio.tell("start")
        return radio
    }

    @Test func startSetsTheControllerUpWhileItIsOff() {
        let radio = Self.started("name Box", "panel menu", DirectedRadio.bondLine(DirectedRadio.phone, "Pad"))
        #expect(
            radio.done == [
                "command 3", "power 0", "command 13", "command 42", "bondable 0", "capability 1", "command 45",
                "defaults 1700020600" + "1800020C00" + "1900020000" + "1A0002C800", "command 15", "command 19",
                "command 48", "power 1", "command 7", "command 4", "open",
            ])
        #expect(radio.told == ["radio on B8:27:EB:00:00:07/public"])
    }

    @Test func missingControllerIsLookedForOnceASecond() {
        let radio = DirectedRadio()
        radio.hasController = false
        radio.tell("start")
        radio.pass(5500)
        #expect(radio.done.filter { $0 == "command 3" }.count == 6)
        #expect(radio.told == ["radio missing there is no controller"])
        radio.hasController = true
        radio.pass(1000)
        #expect(radio.told.last == "radio on B8:27:EB:00:00:07/public")
    }

    @Test func controllerThatComesIsUsedAtOnce() {
        let radio = DirectedRadio()
        radio.hasController = false
        radio.tell("start")
        radio.hasController = true
        radio.event(.controllerAdded)
        radio.pass(0)
        #expect(radio.told.last == "radio on B8:27:EB:00:00:07/public")
    }

    @Test func controllerThatFailsItsStartIsMissing() {
        let radio = DirectedRadio()
        radio.silent = [ManagementCommand.Code.setPowered.number]
        radio.tell("start")
        radio.pass(6500)
        #expect(radio.told == ["radio missing the controller does not answer"])
        radio.silent = []
        radio.pass(1100)
        #expect(radio.told.last == "radio on B8:27:EB:00:00:07/public")
    }

    @Test func controllerThatVanishesIsMissingAtOnce() {
        let radio = Self.started()
        radio.hasController = false
        radio.event(.controllerRemoved)
        #expect(radio.told.last == "radio missing the controller has gone")
    }

    @Test func silentControllerIsResetOnceThenMissingWithin30Seconds() {
        let radio = Self.started("port 0 accept any *", "encryption optional")
        _ = radio.arrive()
        radio.pass(1500)
        #expect(radio.handedOver.count == 1)
        radio.forget()
        (radio.answersProbes, radio.silent) = (false, [0])
        radio.pass(29_000)
        #expect(radio.told.contains("gone 0 the controller does not answer"))
        #expect(radio.told.filter { $0.hasPrefix("radio missing") }.count == 1)
        #expect(radio.done.filter { $0 == "power 0" }.count == 1)
        // It goes on looking, and does not repeat itself.
        radio.pass(60_000)
        #expect(radio.told.filter { $0.hasPrefix("radio missing") }.count == 1)
        (radio.answersProbes, radio.silent) = (true, [])
        radio.pass(20_000)
        #expect(radio.told.last?.hasPrefix("state") == true || radio.told.last?.hasPrefix("radio on") == true)
        #expect(radio.told.contains("radio on B8:27:EB:00:00:07/public"))
    }

    @Test func resetThatHelpsIsNoLoss() {
        let radio = Self.started()
        radio.answersProbes = false
        radio.pass(9000)
        radio.forget()
        radio.pass(1500)
        radio.answersProbes = true
        radio.pass(20_000)
        #expect(radio.told.contains("fault the controller does not answer; it is reset"))
        #expect(radio.told.contains("radio on B8:27:EB:00:00:07/public"))
        #expect(!radio.told.contains { $0.hasPrefix("radio missing") })
    }

    @Test func controllerThatAnswersIsLeftAlone() {
        let radio = Self.started()
        radio.forget()
        radio.pass(600_000)
        #expect(radio.done.filter { $0 != "probe" } == [] && radio.done.count > 100)
    }

    @Test func pingIsAnsweredAtAnyTime() {
        let radio = DirectedRadio("ping 1")
        radio.silent = [0]
        radio.tell("start")
        radio.tell("ping 2")
        #expect(radio.told == ["pong 1", "pong 2"])
    }

    @Test func endDisconnectsAllAndTurnsTheRadioOff() {
        let radio = Self.started("port 0 accept any *", "encryption optional")
        _ = radio.arrive()
        radio.pass(1500)
        radio.forget()
        radio.tell("end")
        #expect(radio.done == ["disconnect C0:00:00:00:00:01/random"] && !radio.hasExited)
        radio.part(DirectedRadio.phone, reason: 2)
        #expect(radio.done.last == "power 0" && radio.hasExited)
    }

    @Test func endDoesNotWaitForASilentController() {
        let radio = Self.started("port 0 accept any *", "encryption optional")
        _ = radio.arrive()
        radio.pass(1500)
        radio.silent = [0]
        radio.tell("end")
        radio.pass(400)
        #expect(radio.hasExited)
    }
}
