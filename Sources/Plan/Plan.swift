import MIDI

/// A compiled configuration. The loop only reads it, except for the last values of `DerivedInputs`.
///
/// Compiled outside the loop, handed over as one pointer, and freed outside the loop when the loop returns it. All
/// pointers refer to memory that lives exactly as long as the plan.
package struct Plan {
    package var presets: Table<PresetIndex, Preset>
    /// All presets: those with a number in order of number (P2), then the others.
    package var numbered: UnsafePointer<PresetIndex>
    package var numberedCount: Int32
    /// The set lists in the order of the box file; nil if there are none (P8).
    package var setLists: UnsafePointer<SetList>?
    package var setListCount: Int32 = 0
    /// The variables in the order of the box file; nil if there are none (V1).
    package var variables: UnsafePointer<Variable>?
    package var variableCount: Int32 = 0
    /// For each footswitch, the values of a variable at which its LED is on; nil if no LED follows a variable (V4).
    package var lit: UnsafePointer<LitValues>?
    /// The assignments of the box in listed order, then those of presets.
    package var assignments: UnsafePointer<Assignment>
    package var assignmentCount: Int32
    /// The number of assignments of the box.
    package var boxAssignmentCount: Int32
    /// The conditions of the assignments; nil if there are none.
    package var conditions: UnsafePointer<Conditions>?
    /// The messages of `send` actions; nil if there are none.
    package var sendings: UnsafePointer<Sending>?
    /// The lists of several actions; nil if there are none (A4).
    package var actionLists: UnsafePointer<ActionList>?
    package var actionListCount: Int32 = 0
    /// The number of lists of the box's own assignments, which come first.
    package var boxActionListCount: Int32 = 0
    /// A hash of the presets that have assignments (A5), by which a reload finds whether the indices of these are the
    /// same; 0 if unknown.
    package var presetAssignmentsHash: UInt64 = 0
    /// The derived inputs; nil if there are none.
    package var derived: UnsafePointer<DerivedInputs>?
    /// The free messages that any preset listens to; nil if there are none (R17).
    package var patterns: UnsafePointer<MessagePatterns>?
    /// The sources that assignments listen to, one bit each.
    package var assignedSources: UInt64 = 0
    /// The sources whose notes an assignment listens to as controllers, one bit each (R9).
    package var noteListeners: UInt64 = 0
    /// The footswitches whose short press has a listener, one bit each (F2).
    package var shorts: UInt16 = 0
    /// The footswitches whose single press has a listener, one bit each (F6).
    package var singles: UInt16 = 0
    /// The turns of knobs that have a listener, two bits for each knob: left, right (I10).
    package var turns: UInt16 = 0
    /// The ports to which any routing or action sends, one bit each.
    package var destinations: UInt32 = 0
    /// The tables of routings whose destinations depend on the source: routings with `to: [any]` (R22), and routings to
    /// ports with several groups (U6). Nil if there are none.
    package var destinationTables: UnsafePointer<DestinationTable>?
    /// The places of ports with several groups, one bit each (U6).
    package var groupedSources: UInt64 = 0
    /// The settings of each routing place: ports by number, then the further places of ports with several groups (U6).
    package var ports: InlineArray<32, PortTraits>
    /// The first preset to run. The setting `last` is resolved outside (P6).
    package var startPreset: PresetIndex
    /// The triggers with `rearm` (R27).
    package var rearms: UnsafePointer<RearmedTrigger>?
    package var rearmCount: Int32 = 0
    /// The destinations whose last values are kept, because a remap or routing with `pick-up` or `repeats: false`
    /// sends to them (R27), one bit each.
    package var trackedPorts: UInt32 = 0
    /// The tempo in hundredths of BPM, 2000...30000.
    package var tempo: UInt32
    /// The transposition of the box as in its file, in semitones, -48...48 (R29).
    package var transposition: Int8 = 0
    /// The setting `send-when-stopped` (K1).
    package var ticksWhenStopped = true
    /// The number of taps before the tempo changes, 2...8 (K3).
    package var taps: UInt8 = 2
    /// The longest time between two taps, in nanoseconds (K3).
    package var tapTimeout: UInt64 = 2_000_000_000
    /// The port whose clock the box follows (K5), or `Source.clock` for its own clock.
    package var clockSource: UInt8 = Source.clock

    package init(
        presets: Table<PresetIndex, Preset>, numbered: UnsafePointer<PresetIndex>, numberedCount: Int32,
        assignments: UnsafePointer<Assignment>, assignmentCount: Int32, startPreset: PresetIndex, tempo: UInt32
    ) {
        self.presets = presets
        self.numbered = numbered
        self.numberedCount = numberedCount
        self.assignments = assignments
        self.assignmentCount = assignmentCount
        boxAssignmentCount = assignmentCount
        for index in 0..<Int(assignmentCount) {
            let source: UInt64 = 1 << UInt64(assignments[index].source)
            assignedSources |= source
            if ControlInput.isNote(assignments[index].slot) || ControlInput.isNote(assignments[index].backSlot) {
                noteListeners |= source
            }
        }
        self.ports = InlineArray(repeating: PortTraits())
        for place in 0..<Limits.ports {
            ports[place].first = PortIndex(place)
            ports[place].device = PortIndex(place)
            ports[place].second = PortIndex(place + 1)
        }
        self.startPreset = startPreset
        self.tempo = tempo
        for preset in presets.indices {
            let routings = presets[preset].routings
            for routing in routings.indices { add(routings.at(routing)) }
        }
    }

    /// Adds the destinations of a routing, or of the routing of an action, to `destinations`. Excludes destinations in
    /// tables.
    package mutating func add(_ routing: UnsafePointer<Routing>) {
        if routing.pointee.destinationCount == Routing.bySource { return }
        for end in 0..<Int(routing.pointee.destinationCount) {
            destinations |= routing.pointee.destinations[end].bit
        }
    }
}

extension Plan {
    /// Returns the tempo in hundredths of BPM with which the box starts, if it starts with a preset (K6).
    package func tempo(of preset: PresetIndex) -> UInt32 {
        let own = preset.isNone ? 0 : presets[preset].tempo
        return own > 0 ? own : tempo
    }
}
