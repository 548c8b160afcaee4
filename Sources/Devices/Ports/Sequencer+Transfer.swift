import CPlatform

// Called from the loop.
extension Sequencer {
    /// Reads pending events in order, with one read from the kernel.
    ///
    /// - Parameters:
    ///   - body: called with the number of the port, and whole MIDI 1.0 messages without running status or a piece of a
    ///     SysEx. The bytes are valid only during the call.
    ///   - left: called with the number of a port when a client that sent to this port has disconnected or ended.
    ///   - lost: called when events arrived faster than they were read: the kernel has discarded all waiting events of
    ///     all ports.
    /// - Returns: the number of events, `IOResult.wouldBlock` for none, or `IOResult.gone`.
    package func read(
        _ body: (_ port: Int32, _ bytes: UnsafeRawBufferPointer) -> Void, left: (_ port: Int32) -> Void = { _ in },
        lost: () -> Void = {}
    ) -> Int {
        var count = 0
        repeat {
            var next: UnsafeMutablePointer<snd_seq_event_t>?
            let code = snd_seq_event_input(handle, &next)
            if code == -ENOSPC {
                losses.pointee.input &+= 1
                lost()
                return count
            }
            guard code >= 0, let next else { return count > 0 ? count : IOResult.system(Int(code)) }
            if treadle_seq_left(next, client) != 0 {
                left(Int32(next.pointee.dest.port))
            } else {
                give(next, to: body)
            }
            count += 1
        } while snd_seq_event_input_pending(handle, 0) > 0
        return count
    }

    /// Sends bytes from `port` to all connected clients. Whole messages are sent at once, a SysEx in pieces of 256
    /// bytes and at its end.
    ///
    /// A client that does not read loses messages, which `lost` counts, and does not delay others.
    ///
    /// - Returns: the number of bytes, always all of them, or `IOResult.gone`.
    package func write(_ port: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard let encoder = encoders[Int(port)] else { return IOResult.gone }
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        var done = 0
        while done < bytes.count {
            var event = snd_seq_event_t()
            let used = snd_midi_event_encode(encoder, start.map { $0 + done }, bytes.count - done, &event)
            guard used > 0 else { break }
            done += used
            guard event.type != UInt8(truncatingIfNeeded: SND_SEQ_EVENT_NONE.rawValue) else { continue }
            treadle_seq_from(&event, port)
            guard put(&event) else { return IOResult.gone }
        }
        return flush() ? bytes.count : IOResult.gone
    }

    private func give(
        _ event: UnsafeMutablePointer<snd_seq_event_t>, to body: (Int32, UnsafeRawBufferPointer) -> Void
    ) {
        let port = Int32(event.pointee.dest.port)
        var length: UInt32 = 0
        if let sysEx = treadle_seq_sysex(event, &length) {
            body(port, UnsafeRawBufferPointer(start: sysEx, count: Int(length)))
            return
        }
        // A 14-bit controller or parameter number becomes up to four messages, 12 bytes.
        var bytes = InlineArray<16, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        span.withUnsafeMutableBytes { buffer in
            let start = buffer.bindMemory(to: UInt8.self).baseAddress
            let count = snd_midi_event_decode(decoder, start, buffer.count, event)
            guard count > 0 else { return }  // events such as subscriptions are not MIDI
            body(port, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        }
    }

    /// Appends an event to the client's buffer of 16 KB, which libasound allocated at opening.
    private func put(_ event: inout snd_seq_event_t) -> Bool {
        if snd_seq_event_output_buffer(handle, &event) != -EAGAIN { return true }
        return flush() && snd_seq_event_output_buffer(handle, &event) >= 0
    }

    /// Passes the buffer to the kernel. An event for which one receiver has no room has reached the others, so it is
    /// not sent again.
    private func flush() -> Bool {
        while snd_seq_event_output_pending(handle) > 0 {
            let code = snd_seq_drain_output(handle)
            if code == -ENODEV || code == -EBADFD { return false }
            if code < 0 {
                losses.pointee.output &+= 1
                if snd_seq_extract_output(handle, nil) < 0 { snd_seq_drop_output_buffer(handle) }
            }
        }
        return true
    }
}
