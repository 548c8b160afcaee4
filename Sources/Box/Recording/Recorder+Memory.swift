import CPlatform
import Engine
import Plan

extension Recorder {
    /// Allocates the flight recorder, which is never freed; nil if there is not enough memory.
    ///
    /// - Parameters:
    ///   - inputs: entries of the input ring, a power of two above 512.
    ///   - outputs: entries of the output ring, a power of two above 512.
    init?(inputs: Int = EngineLimits.recordedInputs, outputs: Int = EngineLimits.recordedOutputs) {
        guard let memory = treadle_map_present(Recorder.byteCount(inputs: inputs, outputs: outputs)) else { return nil }
        self.init(in: memory, inputs: inputs, outputs: outputs)
    }
}
