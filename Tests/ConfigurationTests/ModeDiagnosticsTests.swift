import Testing

@testable import Configuration

/// Faults in `mode` and its settings, in curves and in lists (R7, R10, R11, R12, R13, R14).
struct ModeDiagnosticsTests {
    @Test(arguments: [
        Marked(.remap, "from: cc 1, to: cc 2, mode: §latched", "did you mean `latch`?"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: §[]", "direct, increment or latch"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: §128", "0..127"),
        Marked(.remap, "from: pitch-bend, to: cc 2, mode: latch, trigger: §16384", "0..16383"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, edge: §up", "rising, falling or both"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, by: §-128", "-127..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, start: §-1", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, end: §128", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, start: 9, end: §5", "at least `start`, which is 9"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, wrap: §yes", "true or false"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, decrement: §cc", "a number 0..127 or a name"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, decrement: §cc 1", "another controller"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, decrement: §program", "of the same type"),
        Marked(.remap, "from: switch A, to: cc 2, mode: increment, decrement: §cc 2", "of the same type"),
        Marked(.remap, "from: pitch-bend, to: cc 2, mode: increment, decrement: §pitch-bend 7-bit", "same type"),
        Marked(.remap, "from: cc 1, to: cc 2, §trigger: 1, §edge: both", "goes with mode increment or latch"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, §by: 1, §wrap: true", "goes with mode increment"),
        Marked(
            .remap, "from: cc 1, to: cc 2, mode: latch, §start: 1, §end: 2, §decrement: cc 3",
            "`start` does nothing here"),
        Marked(.assignment, "from: keys, controller: cc 1, mode: §step, set: preset", "direct, increment or latch"),
        Marked(.assignment, "from: keys, controller: cc 1, mode: latch, trigger: §128, set: preset", "0..127"),
        Marked(
            .assignment, "from: keys, controller: cc 1, mode: increment, decrement: §program, set: preset",
            "of the same type"),
        Marked(
            .assignment, "from: keys, controller: pitch-bend, mode: latch, do: {§16383: panic}", "it must be 0..127"),
        Marked(.assignment, "from: keys, controller: cc 1, §edge: both, set: preset", "goes with mode increment"),
    ])
    func modeFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// R27
    @Test(arguments: [
        Marked(.remap, "from: cc 1, to: cc 2, pick-up: §yes", "true or false"),
        Marked(.remap, "from: cc 1, to: cc 2, repeats: §0", "true or false"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, pick-up: §true", "goes with mode direct"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, pick-up: §true", "goes with mode direct"),
        Marked(.remap, "from: key C1, to: cc 2, pick-up: §true", "an input that has a position"),
        Marked(.remap, "from: program, to: cc 2, pick-up: §true", "an input that has a position"),
        Marked(.remap, "from: cc 1, to: program, pick-up: §true", "cc, pitch-bend and channel-pressure"),
        Marked(.remap, "from: cc 1, to: rpn 0/1, pick-up: §true", "cc, pitch-bend and channel-pressure"),
        Marked(.remap, "from: cc 1, to: key C1, repeats: §false", "can be dropped only"),
        Marked(.remap, "from: cc 1, to: nrpn 1/8, repeats: §false", "can be dropped only"),
        Marked(.remap, "from: cc 1, filter: true, §pick-up: true, §repeats: false", "does nothing here"),
        Marked(.remap, "from: cc 1, to: key C1, pick-up: false, repeats: true"),
        Marked(.remap, "from: motion x, to: cc 2 14-bit, pick-up: true, repeats: false"),
        Marked(.remap, "from: switch A, to: program, bank: 1/0, mode: increment, repeats: false"),
    ])
    func pickUpFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// R27
    @Test(arguments: [
        Marked(
            .remap, "from: cc 1, to: cc 2, mode: latch, trigger: 100, rearm: §101", "at most `trigger`, which is 100"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, rearm: §65", "at most `trigger`, which is 64"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: 100, rearm: §0", "at least 1"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: 0, rearm: §0", "at least 1"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, rearm: §128", "0..127"),
        Marked(.remap, "from: pitch-bend, to: cc 2, mode: latch, rearm: §16384", "0..16383"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, rearm: §-1", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, rearm: §low", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, edge: falling, rearm: §63", "at least `trigger`"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, edge: falling, rearm: §127", "at most 126"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, edge: both, §rearm: 1", "rising or falling"),
        Marked(.remap, "from: cc 1, to: cc 2, §rearm: 1", "goes with mode increment or latch"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, §rearm: 1", "has no trigger"),
        Marked(.assignment, "from: keys, controller: cc 1, mode: latch, rearm: §65, set: preset", "at most `trigger`"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: 100, rearm: 100"),
        Marked(.remap, "from: note-value, to: cc 2, mode: increment, trigger: C4, rearm: B3"),
    ])
    func rearmFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// R27
    @Test(arguments: [
        Marked(.remap, "from: cc 1, to: cc 2, settle: §20", "the unit is missing"),
        Marked(.remap, "from: cc 1, to: cc 2, settle: §0 ms", "a time from 1 ms to 1 s"),
        Marked(.remap, "from: cc 1, to: cc 2, settle: §1001 ms", "a time from 1 ms to 1 s"),
        Marked(.remap, "from: cc 1, to: cc 2, settle: §true", "a time with its unit"),
        Marked(.remap, "from: cc 1/33, to: cc 2, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: pitch-bend, to: cc 2, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: key C1, to: cc 2, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: cc 100, to: cc 2, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: cc 120, to: cc 2, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: switch A, to: cc 2, §settle: 20 ms", "a footswitch of the box has `debounce`"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, §settle: 20 ms", "steps do not move back"),
        Marked(
            .remap, "from: cc 1, to: cc 2, mode: increment, decrement: cc 121, §settle: 20 ms", "such as cc sustain"),
        Marked(.remap, "from: cc 1, filter: true, §settle: 20 ms", "does nothing here"),
        Marked(.condition, "from: keys, controller: pitch-bend, §settle: 20 ms", "such as cc sustain"),
        Marked(.condition, "from: keys, controller: cc 1, settle: §2 s", "a time from 1 ms to 1 s"),
        Marked(.assignment, "from: keys, controller: [cc 1, cc 98], §settle: 5 ms, set: preset", "such as cc sustain"),
        Marked(.assignment, "from: keys, controller: cc 1, settle: §-5 ms, set: preset", "a time with its unit"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, trigger: 100, rearm: 90, settle: 1 s"),
        Marked(.remap, "from: cc 1, to: cc 2, pick-up: true, repeats: false, settle: 1.5 ms"),
        Marked(.condition, "from: keys, controller: [cc 1, cc 2], mode: latch, settle: 20 ms"),
    ])
    func settleFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// R26
    @Test(arguments: [
        Marked(.remap, "from: §cc 1 relative, to: cc 2", "`mode` is missing; it must be increment"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: §direct", "because `cc 1 relative` sends steps"),
        Marked(.remap, "from: cc 1 relative 64, to: cc 2, mode: §latch", "increment, because"),
        Marked(.remap, "from: cc 1 relative 64, to: cc 2, mode: §latched", "did you mean `latch`?"),
        Marked(.remap, "from: §cc 1 relative 63, to: cc 2, mode: increment", "64, sign or step behind it"),
        Marked(.remap, "from: §cc 1 relative step by, to: cc 2, mode: increment", "64, sign or step behind it"),
        Marked(.remap, "from: §cc 1 14-bit relative, to: cc 2, mode: increment", "cc N relative"),
        Marked(.remap, "from: §cc 1/33 relative, to: cc 2, mode: increment", "nothing after it"),
        Marked(.remap, "from: §cc 128 relative, to: cc 2, mode: increment", "a number 0..127 or a name"),
        Marked(.remap, "from: cc 1, to: §cc 2 relative", "an input only"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, §decrement: cc 3", "steps both ways itself"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, decrement: §cc 3 relative", "of the same type"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, by: §128", "-127..127"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, start: 9, end: §5", "at least `start`"),
        Marked(.remap, "from: cc 1 relative, to: cc 2, mode: increment, wrap: §1", "true or false"),
        Marked(
            .remap, "from: cc 1 relative, to: cc 2, mode: increment, §trigger: 9, §edge: both", "has no trigger"),
        Marked(.assignment, "from: keys, controller: §cc 1 relative, set: preset", "`mode` is missing"),
        Marked(.assignment, "from: keys, controller: cc 1 relative, mode: §latch, set: preset", "increment, because"),
        Marked(
            .assignment, "from: keys, controller: cc 1 relative step, mode: increment, do: { §128: panic }", "0..127"),
        Marked(.remap, "from: cc volume relative sign, to: program, mode: increment, by: -127"),
    ])
    func relativeFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.remap, "from: cc 1, to: cc 2, linear: {}, §list: l.txt", "exclude each other"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {cutoff: 1}, §linear: {}", "exclude each other"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: §{}", "needs one of"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {cutoff: §100}", "0..99"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {softness: §-101}", "-100..100"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {dynamics: §101}", "-100..100"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {free: [0, [1, 1], [2, 2], §128]}", "0..127"),
        Marked(.remap, "from: cc 1, to: pitch-bend, curve: {free: [0, [1, 1], [§128, 2], 128]}", "0..127"),
        Marked(.remap, "from: pitch-bend, to: cc 1, curve: {free: [0, [1, 1], [128, §128], 127]}", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, curve: {free: §[0, [9, 1], [2, 2], 127]}", "from left to right"),
        Marked(.remap, "from: cc 1, to: cc 2, list: §[1, 2]", "has 2 values; it needs 128"),
        Marked(.remap, "from: pitch-bend, to: cc 2, list: §[1, 2]", "has 2 values; it needs 16384"),
        Marked(.remap, "from: cc 1, to: cc 2, list: §l.txt", "cannot be read"),
        Marked(.remap, "from: cc 1, to: cc 2, list: §{}", "a file of values"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, list: §[1]", "two values, off and on"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, list: §[1, 2, 3]", "two values, off and on"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, list: [1, §128]", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, §linear: {}", "does not go with mode latch"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: latch, §curve: {cutoff: 1}", "does not go with mode latch"),
        Marked(.remap, "from: cc 1, to: program, bank: §1/128", "a bank MSB/LSB"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, list: §[1]", "it needs 2..128 values"),
        Marked(.remap, "from: pitch-bend, to: cc 2, mode: increment, list: §[1]", "stepped through, or all 16384"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, list: §[]", "has 0 values; it needs 128"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, list: [1, §128]", "0..127"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, list: §l.txt", "cannot be read"),
        Marked(
            .remap, "from: cc 1, to: cc 2, mode: increment, list: [1, 2, 3], end: §3", "0..2, a position in the list"),
        Marked(
            .remap, "from: cc 1, to: cc 2, mode: increment, list: [1, 2], start: §2", "0..1, a position in the list"),
        Marked(.remap, "from: cc 1, to: cc 2, mode: increment, list: [1, 2], start: 1, end: 1"),
    ])
    func mapFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// R30: a file holds a short list too, and the same file may be a whole list elsewhere.
    @Test func incrementTakesAShortListFile() {
        let line = "from: cc 1, to: cc 2, mode: increment, list: §l.txt"
        let numbers = { (count: Int) in (0..<count).map { "\($0 % 128)\n" }.joined() }
        for count in [2, 4, 127, 128] {
            Marked(.remap, line.replacing("§", with: "")).check(files: ["l.txt": numbers(count)])
        }
        Marked(.remap, line, "has 1 value; with increment").check(files: ["l.txt": "5\n"])
        Marked(.remap, line, "beyond 128 are cut off").check(files: ["l.txt": numbers(129)])
        let fine = "from: pitch-bend, to: cc 2, mode: increment, list: §l.txt"
        Marked(.remap, fine.replacing("§", with: "")).check(files: ["l.txt": numbers(128)])
        Marked(.remap, fine, "has 129 values; with increment").check(files: ["l.txt": numbers(129)])
        Marked(.remap, fine.replacing("§", with: "")).check(files: ["l.txt": numbers(16384)])
    }

    @Test func controllerListNeeds128Or16384Lines() {
        let line = "from: cc 1, to: cc 2, list: §l.txt"
        let numbers = { (count: Int) in (0..<count).map { "\($0 % 128)\n" }.joined() }
        Marked(.remap, line, "has 127 lines; it needs 128").check(files: ["l.txt": numbers(127)])
        Marked(.remap, line, "beyond 128 are cut off").check(files: ["l.txt": numbers(129)])
        Marked(.remap, "from: pitch-bend, to: cc 2, list: §l.txt", "needs 16384").check(files: ["l.txt": numbers(16383)]
        )
        Marked(.remap, "from: motion x, to: cc 2, list: l.txt").check(files: ["l.txt": numbers(16384)])
    }
}
