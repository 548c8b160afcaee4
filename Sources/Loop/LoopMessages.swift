import Engine
import Panel
import Plan
import Routing

/// The commands of the control thread to the loop, in order.
package enum LoopCommand: BitwiseCopyable {
    case perform(Action)
    /// A simulated footswitch closes or opens now.
    case contact(UInt8, closed: Bool)
    /// Programs hold a footswitch from now on, or no more (F1).
    case hold(UInt8, Bool)
    case attach(AttachedPort)
    /// Detach a port. Its descriptors are returned in `LoopReports.detached` when the loop no longer uses them.
    case detach(PortIndex)
    /// Begin a session with a peer of the network.
    case join(JoinedPeer)
    /// End the session of a slot. Its socket is returned in `LoopReports.peers`.
    case leave(slot: UInt8)
    /// The link to the peer of a slot is down: the port works without the peer until `resume` or the peer's next
    /// datagram.
    case suspend(slot: UInt8)
    /// The link is up again.
    case resume(slot: UInt8)
    /// A peer's receiver feedback (RS) arrived on the control port, where most peers send it (N6).
    case feedback(slot: UInt8, sequence: UInt32)
    /// Begin to play with a Bluetooth peer. Its slot must be free, and the report of its last end read.
    case link(LinkedPeer)
    /// The peer of a slot has told its identity, `LinkedPeer.identity`, while it plays.
    case identify(slot: UInt8, identity: UInt64)
    /// End the link of a slot. Its socket is returned in `LoopReports.links`.
    case unlink(slot: UInt8)
    /// Run another plan and load one of its presets.
    case adopt(HandedPlan, preset: PresetIndex)
    /// Run another plan whose `preset` equals the running preset, index `insteadOf` in the old plan (E1).
    case renew(HandedPlan, preset: PresetIndex, insteadOf: PresetIndex, keepsAssignments: Bool)
    /// Run another plan that differs only in a learnt value (M7, P5).
    case exchange(HandedPlan, LearntChange)
    /// The result of the menu's request to learn.
    case answer(LearnAnswer)
    /// The file name of the written flight recorder, or that it could not be written.
    case recorded(DisplayText<20>)
    /// The control thread's answer to the menu's request for a task.
    case answerTask(MenuAnswer)
    /// Show the state of the network in the menu, without addresses (N13), and `Pair` if there is a page (W4).
    case network(DisplayText<8>, hasPage: Bool)
    /// Show one more row on the menu page `Network`.
    case networkRow(DisplayText<20>)
    /// Show the state of Bluetooth and the number of connected peers in the menu, without peers (B16).
    case bluetooth(DisplayText<8>, connected: UInt8)
    /// Show one more peer on the menu page `Bluetooth`.
    case bluetoothRow(MenuPicture.Row)
    /// Show a Bluetooth peer that pairs, or no more (B4).
    case pairing(ShownPairing)
    /// A pairing was refused because none is allowed (B4).
    case refusedPairing
    /// Show the state of the wireless network in the menu, without rows, and which entries its page has (L6).
    case wifi(DisplayText<20>, hasCode: Bool, hasNewPassword: Bool, hasJoin: Bool)
    /// Show one more row on the menu page `Wi-Fi`.
    case wifiRow(DisplayText<20>)
    /// The trial of an update has ended (I5).
    case updated(DisplayState.StartNotice.Update)
    /// Remove the failed update from the menu page `Faults`.
    case forgetUpdateFault
    /// Add a row about the failed update to the menu page `Faults` (I5).
    case updateFaultRow(DisplayText<20>)
    /// An edit on the owner's partition has this number of faults; nil if the edit has none any more (I3, I9).
    case badEdit(faults: UInt32?)
    /// Add a row about a fault of the edit to the menu page `Faults`.
    case editFaultRow(DisplayText<20>)
    /// A backup on a stick, or the restoring of one, has ended (I12).
    case stick(DisplayState.StartNotice.Stick)
    /// The mutes and bypasses that a preset's file now contains (P5).
    case store(SavedStates, preset: PresetIndex)
    /// The saved states of a preset were written to its files; `none`: a preset of a plan that no longer runs.
    case wrote(SavedStates, preset: PresetIndex)
    /// The saved states of a preset could not be written; `none`: a preset of a plan that no longer runs.
    case cannotWrite(PresetIndex)
    /// A preset, or all for `none`, has changes that are in no file, or has none any more (P5, W13).
    case unsaved(Bool, preset: PresetIndex)
    /// Begin or stop to publish trace records of messages.
    case watch(Bool)
    /// Begin or stop to publish when turns end.
    case measure(Bool)
    /// Begin to learn the range of an axis of tilt (0 x, 1 y, 2 z) for a client.
    case beginCalibration(axis: UInt8)
    /// Publish the learnt range without using it.
    case endCalibration
    /// The sensor's bus hangs (F5).
    case tiltIsLost
    /// A simulated knob is turned to the next detent.
    case turn(knob: UInt8, isRight: Bool)
    /// Begin to learn the range of a pedal, 0..<8, for a client (I10).
    case beginPedalCalibration(UInt8)
    case endPedalCalibration
    /// The bus of the pedals hangs (F5).
    case pedalIsLost
    /// Use this range of a pedal from now on.
    case pedalRange(LearntPedal)
    /// Use these tilt ranges from now on.
    case tiltRanges(TiltRanges)
    /// Publish a sign of life (E3).
    case beat
    /// Publish the counters, all that earlier commands have changed, and `LoopReports.counted`.
    case count
    case stop
}

/// A plan for the loop, and the snapshot in which the loop publishes the plan's saved presets.
package struct HandedPlan: BitwiseCopyable {
    package var plan: UnsafePointer<Plan>
    package var saves: Snapshot<SavedPresets>

    package init(plan: UnsafePointer<Plan>, saves: Snapshot<SavedPresets>) {
        (self.plan, self.saves) = (plan, saves)
    }
}

/// An event of the tilt thread for the loop.
package enum MotionEvent: BitwiseCopyable {
    /// An acceleration in g, and the time in nanoseconds at which it was read.
    case sample(x: Double, y: Double, z: Double, at: UInt64)
    /// The chip does not answer (F5).
    case lost
}

/// An event of the thread that reads pedals and expanders for the loop (I10).
package enum PedalEvent: BitwiseCopyable {
    /// A reading of a pedal, 0..<8, in eighths of a millivolt, and the time in nanoseconds at which it was read.
    case reading(pedal: UInt8, Int32, at: UInt64)
    /// A footswitch at an expander closes or opens, and the time in nanoseconds at which it was read.
    case contact(UInt8, closed: Bool, at: UInt64)
    /// A chip of pedals does not answer, or all answer again (F5).
    case lost, found
}

/// The loop's counters, for any thread to read.
package struct LoopCounters: BitwiseCopyable {
    /// Allocations of the loop thread since it began to route: always 0.
    package var allocations: UInt64 = 0
    /// Page faults of the loop thread since it began to route: always 0 if memory could be locked.
    package var pageFaults: UInt64 = 0
    package var wakes: UInt64 = 0
    /// Signs of life: `beat` commands that were answered (E3).
    package var answers: UInt64 = 0
    /// Number of `count` commands that were handled. All commands before them were handled too.
    package var counts: UInt64 = 0
    package var bytesIn: UInt64 = 0
    package var bytesOut: UInt64 = 0
    /// When the first byte was sent, in nanoseconds; 0 before that.
    package var sentAt: UInt64 = 0
    /// Messages dropped since the last panic (S3, S8, H11).
    package var dropped: UInt64 = 0
    /// Messages that were lost because clients at the sequencer did not read them.
    package var lostToClients: UInt64 = 0
    /// Number of times that the kernel had no room for messages of clients at the sequencer.
    package var lostFromClients: UInt64 = 0
    /// Number of times that the kernel had no room for bytes of a raw MIDI device.
    package var lostFromDevices: UInt64 = 0
    /// MIDI-CI messages that were too long or arrived too fast (U11).
    package var droppedInquiries: UInt64 = 0
    /// Ticks and transport messages that were dropped because their destination follows another clock (K7).
    package var otherClocks: UInt64 = 0
    /// Ports that had messages to send at the last count, one bit each.
    package var waiting: UInt32 = 0
    /// Processor time of the loop thread at the last count, in nanoseconds.
    package var processorTime: UInt64 = 0
    /// Number of the loop's thread in /proc; 0 before the first sign of life.
    package var thread: Int32 = 0
    /// The internal clock's tempo in hundredths of BPM; 0 before the first sign of life.
    package var tempo: UInt32 = 0
    /// The running preset's tempo by its files, in hundredths of BPM; 0 before the first sign of life.
    package var tempoByFiles: UInt32 = 0
    /// Notes that sound at all destinations together, 0...3072.
    package var soundingNotes: UInt32 = 0
    /// The mutes and bypasses of the running preset, as they are now.
    package var switched = SavedStates()
}
