/// The edits of all browsers, one after the other: each begins when the box has answered the one before, and is made on
/// the newest bytes.
final class EditQueue {
    /// Begins an edit. The edit calls the closure when it has ended.
    typealias Job = (@escaping () -> Void) -> Void

    private var waiting: [Job] = []
    private var isBusy = false

    func add(_ job: @escaping Job) {
        waiting.append(job)
        begin()
    }

    private func begin() {
        if isBusy || waiting.isEmpty { return }
        isBusy = true
        waiting.removeFirst()({ [self] in
            isBusy = false
            begin()
        })
    }
}
