/// The pull resistor of a GPIO line.
package enum LinePull: Sendable {
    case up, down, none
}
