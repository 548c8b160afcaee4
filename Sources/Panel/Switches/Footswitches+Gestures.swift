// F2: the gestures of a press and a release. At one edge, their order is contact, long, single, double, short, chord.
extension Footswitches {
    mutating func press(_ index: Int, _ at: UInt64, _ emit: Emit) {
        switches[index].pressedAt = at
        if pressForMenu(index, at, emit) { return }
        switches[index].isSecondOfChord = isSecondOfChord(index, at)
        if !switches[index].isSecondOfChord { pressAlone(index, at, emit) }
        for chord in 0..<chordCount where completes(chord, index, at) {
            chords[chord].isDown = true
            switches[chords[chord].other(than: index)].isShort = false
            switches[chords[chord].other(than: index)].singleAt = never
            emit(Self.chord(chord), true, at)
        }
    }

    mutating func release(_ index: Int, _ at: UInt64, _ emit: Emit) {
        if releaseForMenu(index, at, emit) { return }
        if !switches[index].isSecondOfChord { releaseAlone(index, at, emit) }
        for chord in 0..<chordCount where chords[chord].has(index) && chords[chord].isDown {
            chords[chord].isDown = false
            emit(Self.chord(chord), false, at)
        }
    }

    /// Emits the long press of a contact that was held for `long`.
    mutating func goLong(_ index: Int, _ at: UInt64, _ emit: Emit) {
        switches[index].longAt = never
        if switches[index].belongsToMenu {
            if let menu { emit(menu.control(index) + 1, true, at) }
            return
        }
        switches[index].isLong = true
        switches[index].isShort = false
        emit(Self.long(index), true, at)
    }

    private mutating func pressAlone(_ index: Int, _ at: UInt64, _ emit: Emit) {
        emit(Self.contact(index), true, at)
        switches[index].isShort = true
        switches[index].longAt = at + switches[index].long
        if switches[index].longAt == at { goLong(index, at, emit) }

        let first = switches[index].firstPressAt
        if first != never && elapsed(from: first, to: at) <= switches[index].double {
            // The second press of a double press does not begin another one.
            switches[index].firstPressAt = never
            switches[index].singleAt = never
            switches[index].isDouble = true
            emit(Self.double(index), true, at)
        } else {
            switches[index].firstPressAt = at
            waitForSecond(index, at)
        }
    }

    private mutating func releaseAlone(_ index: Int, _ at: UInt64, _ emit: Emit) {
        emit(Self.contact(index), false, at)
        switches[index].longAt = never
        if switches[index].isLong {
            switches[index].isLong = false
            emit(Self.long(index), false, at)
        }
        if switches[index].isSingle {
            switches[index].isSingle = false
            emit(Self.single(index), false, at)
        }
        if switches[index].isDouble {
            switches[index].isDouble = false
            emit(Self.double(index), false, at)
        }
        if switches[index].isShort {
            switches[index].isShort = false
            emit(Self.short(index), true, at)
            emit(Self.short(index), false, at)
        }
    }

    private func isSecondOfChord(_ index: Int, _ at: UInt64) -> Bool {
        for chord in 0..<chordCount where completes(chord, index, at) { return true }
        return false
    }

    /// Whether a press of a footswitch completes a chord: the other footswitch was pressed at most 80 ms ago and is
    /// still down.
    private func completes(_ chord: Int, _ index: Int, _ at: UInt64) -> Bool {
        guard chords[chord].has(index) else { return false }
        let other = chords[chord].other(than: index)
        return switches[other].isDown && !switches[other].belongsToMenu
            && elapsed(from: switches[other].pressedAt, to: at) <= PanelLimits.chordWindow
    }

    // Lines of two GPIO chips may be read out of order, so the first press may have the later time stamp.
    private func elapsed(from: UInt64, to: UInt64) -> UInt64 { to > from ? to - from : from - to }
}
