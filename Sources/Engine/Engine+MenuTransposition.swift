import Panel
import Plan
import Routing

extension Engine {
    /// Carries out an entry of the menu page `Transpose` (M18).
    func transpose(_ entry: MenuTransposition, at time: UInt64) {
        switch entry {
        case .up: router.perform(.transposeBy(1), at: time)
        case .down: router.perform(.transposeBy(-1), at: time)
        case .none: router.perform(.transpose(0), at: time)
        }
    }
}
