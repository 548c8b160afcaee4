import CPlatform
import Engine
import Program

extension Recorder {
    /// Takes the memory of the flight recorder, which is never freed; nil when there is none.
    ///
    /// - Parameters:
    ///   - inputs: entries, a power of two above 512.
    ///   - outputs: likewise.
    init?(inputs: Int = EngineLimits.recordedInputs, outputs: Int = EngineLimits.recordedOutputs) {
        guard let memory = treadle_map_present(Recorder.byteCount(inputs: inputs, outputs: outputs)) else { return nil }
        self.init(in: memory, inputs: inputs, outputs: outputs)
    }
}
