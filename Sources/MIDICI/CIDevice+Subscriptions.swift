// Subscriptions of peers to the box's resources (M2-103-UM).
extension CIDevice {
    mutating func answerSubscription(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        switch header["command"]?.text {
        case "start": startSubscription(header, request, incoming)
        case "end": endSubscription(header, request, incoming)
        // These update a resource of a peer, but the box has no subscriptions.
        case "partial", "full", "notify": reply(to: incoming, request: request, status: 404)
        default: reply(to: incoming, request: request, status: 400, "no command")
        }
    }

    private mutating func startSubscription(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        let name = header["resource"]?.text ?? ""
        guard let resource = resources(on: incoming.port).first(where: { $0.name == name }) else {
            return reply(to: incoming, request: request, status: 404)
        }
        guard resource.canSubscribe else { return reply(to: incoming, request: request, status: 405) }
        let (port, muid) = (ports[incoming.port].port, incoming.header.source)
        let known = subscriptions.first { $0.port == port && $0.muid == muid && $0.resource == resource }
        if known == nil && subscriptions.count >= CILimits.subscriptions {
            return reply(to: incoming, request: request, status: 341, "too many subscriptions")
        }
        let id: String
        if let known {
            id = known.id
        } else {
            // An id has at most eight characters.
            lastSubscription = (lastSubscription + 1) % 10_000_000
            id = "s\(lastSubscription)"
            subscriptions.append(Subscription(port: port, muid: muid, resource: resource, id: id))
        }
        reply(to: incoming.header, on: incoming.port, request: request, status: 200, subscription: id)
    }

    private mutating func endSubscription(_ header: JSONValue, _ request: UInt8, _ incoming: Incoming) {
        let (port, muid) = (ports[incoming.port].port, incoming.header.source)
        let id = header["subscribeId"]?.text ?? ""
        let count = subscriptions.count
        subscriptions.removeAll { $0.port == port && $0.muid == muid && $0.id == id }
        reply(to: incoming, request: request, status: subscriptions.count < count ? 200 : 404)
    }

    // MARK: - Updates

    /// Reports to the subscribers of a resource that its data have changed. While a subscriber has not confirmed an
    /// update, further changes are combined into one update.
    package mutating func changed(_ resource: CIResource, at now: UInt64) {
        for index in subscriptions.indices where subscriptions[index].resource == resource {
            subscriptions[index].isDirty = true
            update(index, at: now)
        }
    }

    /// Sends an update if one is due: the whole status, or that a list has changed.
    private mutating func update(_ index: Int, at now: UInt64) {
        let subscription = subscriptions[index]
        guard subscription.isDirty, subscription.request == nil, let port = self.index(of: subscription.port) else {
            return
        }
        let isWhole = subscription.resource == .status
        var json = JSON(isASCII: true)
        json.beginObject()
        json.member("command", isWhole ? "full" : "notify")
        json.member("subscribeId", subscription.id)
        json.endObject()
        let peer = peerIndex(subscription.muid, on: port)
        let request = newRequest()
        (subscriptions[index].request, subscriptions[index].isDirty) = (request, false)
        subscriptions[index].due = now + CILimits.timeout
        deliver(
            .subscription, json.bytes, isWhole ? body(of: .status, on: port) : [], to: subscription.muid, on: port,
            request: request, version: peer.map { peers[$0].version } ?? CIHeader.newest)
    }

    /// Handles a subscriber's reply to an update: a confirmation, or an error, which ends the subscription.
    mutating func hearSubscriptionReply(_ assembly: Assembly, _ incoming: Incoming) {
        let port = ports[incoming.port].port
        let known = subscriptions.firstIndex {
            $0.port == port && $0.muid == incoming.header.source && $0.request == assembly.request
        }
        guard let known else { return }
        let status = JSONReader.value(of: assembly.header, depth: CILimits.jsonDepth)?["status"]?.int ?? 200
        if status >= 400 {
            subscriptions.remove(at: known)
            return
        }
        (subscriptions[known].request, subscriptions[known].due) = (nil, .max)
        subscriptions[known].unanswered = 0
        update(known, at: incoming.now)
    }

    /// Repeats updates that were not confirmed in time. Ends a subscription after `CILimits.attempts`.
    mutating func endLateSubscriptions(at now: UInt64) {
        for index in subscriptions.indices.reversed() where subscriptions[index].due <= now {
            subscriptions[index].unanswered += 1
            if subscriptions[index].unanswered >= CILimits.attempts {
                subscriptions.remove(at: index)
                continue
            }
            (subscriptions[index].request, subscriptions[index].due) = (nil, .max)
            subscriptions[index].isDirty = true
            update(index, at: now)
        }
    }
}
