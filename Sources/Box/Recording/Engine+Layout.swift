import Configuration
import Engine
import MIDI
import Panel
import Routing

extension Engine {
    /// A hash of the sizes of all parts of the state, in their order: builds with different hashes cannot read each
    /// other's states.
    var layout: UInt32 {
        var hash: UInt64 = 0
        func add(_ size: Int) { hash = hash.mixed(UInt64(size)) }
        add(MemoryLayout<Port>.stride)
        add(MemoryLayout<Footswitches>.stride)
        add(MemoryLayout<Tilt>.stride)
        add(MemoryLayout<Pedals>.stride)
        add(MemoryLayout<Knobs>.stride)
        add(MemoryLayout<Notices>.stride)
        add(MemoryLayout<MenuState>.stride)
        forEachState { add($0.count) }
        return UInt32(truncatingIfNeeded: hash >> 32)
    }

    /// The `layout` of this build for a configuration; nil if there is not enough memory.
    static func layout(of configuration: CompiledConfiguration) -> UInt32? {
        guard let engine = Engine(configuration, context: nil, transmit: { _, _, _, _, _ in 1 }) else { return nil }
        defer { engine.free() }
        return engine.layout
    }
}
