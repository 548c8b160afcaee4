// Tasks: questions that the control thread asks the player before it does a task, and the results.
extension Menu {
    /// Waits for the control thread. The page stays open until the thread answers or the player goes back.
    mutating func wait(for new: MenuTask) {
        task = new
        open(.waiting, at: 0)
        leavesAt = never
    }

    /// Lets the player write a name, starting with `text` (M13).
    package mutating func asks(name text: DisplayText<20>, at time: UInt64) {
        if page != .waiting { return }
        typed = NameEntry(text)
        open(.naming, at: 0)
        touch(time)
    }

    /// Lets the player choose a number 0...127, starting at `number` (M14).
    package mutating func asks(number: UInt8, at time: UInt64) {
        if page != .waiting { return }
        open(.numbers, at: min(Int(number), Menu.numbers - 1))
        touch(time)
    }

    /// Asks `No` or `Yes`, with the cursor at `No`.
    package mutating func asksWhether(at time: UInt64) {
        if page != .waiting { return }
        open(.question, at: 0)
        touch(time)
    }

    /// Lets the player choose a paired browser, or a code for a new one (W4), or a Bluetooth device to forget (B4).
    package mutating func asksWhich(at time: UInt64) {
        if page != .waiting { return }
        open(task == .forgetPeer ? .bonds : .browsers, at: 0)
        touch(time)
    }

    /// The number of numbers that a preset may have: 0...127.
    static let numbers = 128

    /// Steps on while the step switch is held: to the next group of characters, to the next ten numbers, or by one
    /// entry.
    mutating func stepHeld(_ lists: Lists) {
        switch page {
        case .naming: typed.stepGroup()
        case .numbers: cursor = cursor / 10 < (Menu.numbers - 1) / 10 ? cursor / 10 * 10 + 10 : 0
        default: step(lists)
        }
    }

    /// Handles a choice on the page of a task.
    mutating func chooseInTask(_ index: Int, _ lists: Lists) -> Wish {
        switch page {
        case .naming: if typed.choose() == .goesOn { return .nothing }
        case .question:
            if index == 0 {
                back(lists)
                return .nothing
            }
        default: break
        }
        let number = page == .numbers ? index : 0
        wait(for: task)
        return .finish(task, number: number)
    }
}
