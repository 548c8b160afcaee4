import Engine
import Loop
import Panel
import Plan
import Routing

/// What the loop knows of the box now, as plain values. The control thread copies them while the loop may be working,
/// so that the loop pays nothing. Two of them may therefore belong to different moments; the loop's next sleep is
/// another `Recorder.quietSign`, and the next look mends that.
struct BoxLook {
    let plan: UnsafePointer<Plan>
    let preset: PresetIndex
    let part: UInt8
    let setList: SetListPlace
    let isModified: Bool
    let switched: SavedStates
    /// The routings whose conditions fail, one bit each.
    let blocked: UInt64
    /// Notes that sound at all destinations.
    let sounding: Int
    /// The numbers of the pressed keys (`Router.pressedKey`), at most `BoxLimits.shownKeys`.
    private(set) var keys: [Int] = []
    /// The footswitches that are down, one bit each.
    private(set) var down: UInt16 = 0
    /// The value of each pedal, 0...16383; nil if it is not known.
    let pedals: [UInt16?]
    /// The angle of each axis in degrees; nil if it is not known.
    let angles: [Int?]
    let ranges: TiltRanges
    let bytesIn: UInt64
    let bytesOut: UInt64

    init(_ loop: Loop) {
        let engine = loop.engine
        plan = engine.router.runningPlan
        let status = engine.router.status
        (preset, part, setList, isModified) = (status.preset, status.part, status.setList, status.isModified)
        (switched, blocked) = (engine.router.switched, engine.router.blocked)
        sounding = engine.router.soundingNotes
        pedals = (0..<PanelLimits.pedals).map { engine.pedals.value(of: $0) }
        angles = (0..<PanelLimits.axes).map { engine.tilt.degrees(of: $0) }
        ranges = engine.tilt.ranges
        (bytesIn, bytesOut) = (loop.state.counters.bytesIn, loop.outputs.written)
        var key = engine.router.pressedKey(from: 0)
        while let pressed = key, keys.count < BoxLimits.shownKeys {
            keys.append(pressed)
            key = engine.router.pressedKey(from: pressed + 1)
        }
        for index in 0..<PanelLimits.switches where engine.switches.isDown(index) { down |= 1 << UInt16(index) }
    }

    /// Whether the running preset, its part and the set list exist in the plan.
    var isWhole: Bool {
        guard plan.pointee.presets.contains(preset), plan.pointee.contains(setList) else { return false }
        return Int32(part) < max(plan.pointee.presets.at(preset).pointee.partCount, 1)
    }
}
