import Engine
import Loop
import CPlatform
import Configuration
import Panel

/// What the control thread has not seen yet of what the loop reports.
struct LoopNews {
    var running: News<LoopReports.Running>
    var detached: [News<AttachedPort>]
    var learntRanges: [News<LearntRange>]
    var calibrated: News<TiltCalibration.Outcome>
    var learn: News<LearnRequest>
    var undone: News<UInt32>
    var record: News<Bool>
    var counted: News<Bool>

    init(_ reports: LoopReports) {
        running = News(reports.running)
        detached = (0..<Engine.portCount).map { News(reports.detached[$0]) }
        learntRanges = (0..<LoopReports.axisCount).map { News(reports.learntRanges[$0]) }
        calibrated = News(reports.calibrated)
        learn = News(reports.learn)
        undone = News(reports.undone)
        record = News(reports.record)
        counted = News(reports.counted)
    }
}

extension Runner {
    /// Does what the loop has reported since the last call. Only the newest of each thing counts, so it does not matter how
    /// long ago that was.
    func takeReports() {
        for port in configuration.box.ports.indices {
            if let detached = news.detached[port].take() { forget(detached) }
        }
        // Before what was saved: all that a program has saved is said before the next one is said to run.
        let running = news.running.take()
        saveRunning()
        if saveOlder() { reload() }
        if let running {
            keep(running)
            retire(before: running)
        }
        if let number = news.undone.take() { undoLearnt(number) }
        if let request = news.learn.take() { learn(request) }
        if news.record.take() != nil { record() }
        for axis in news.learntRanges.indices {
            if let learnt = news.learntRanges[axis].take() { save(learnt) }
        }
        if let outcome = news.calibrated.take() { tellCalibration(outcome) }
        if news.counted.take() != nil { Console.out(counterText) }
    }

    /// The configuration whose program runs; nil only before the loop has begun.
    func configuration(of running: LoopReports.Running) -> CompiledConfiguration? {
        if running.program == configuration.program { return configuration }
        return retiring.first { $0.configuration.program == running.program }?.configuration
    }

    /// Frees what the loop no longer refers to.
    private func retire(before running: LoopReports.Running) {
        let count = retiring.firstIndex { $0.configuration.program == running.program } ?? retiring.count
        if count == 0 { return }
        for old in retiring[..<count] { old.free() }
        retiring.removeFirst(count)
        treadle_give_back()
    }

    /// Puts another configuration in the place of the one that was handed over last; the loop is told by the caller.
    func handOver(_ new: CompiledConfiguration, isRead: Bool) {
        retiring.append(handed)
        handed = HandedOver(new, reading: handed.reading + (isRead ? 1 : 0))
    }
}
