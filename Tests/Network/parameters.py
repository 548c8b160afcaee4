"""The parameter system of one channel: what was sent of RPN and NRPN, and what chapter M must say (RFC 6295, A.4)."""

import journal

DATA = (6, 38, 96, 97)
NULL = 0x3FFF


class Value:
    """What one parameter got. Each part keeps the packet and order of the command that gave it."""

    def __init__(self):
        self.count = self.a = self.c = 0
        self.msb = self.lsb = self.button = None
        # The newest transaction: order and packet of its start, the packet of its newest command, and of the newest
        # command that only ended it.
        self.order, self.begun, self.packet, self.ended = 0, 0, 0, None


class Sent:
    def __init__(self, packet, order, value):
        self.packet, self.order, self.value = packet, order, value


class Parameters:
    def __init__(self):
        self.values = {}
        self.closed = None  # the newest Reset All Controllers
        self.forget()

    def forget(self):
        self.current = self.pending = self.last = None
        self.high = {}

    def takes(self, number):
        """Whether a controller is part of a transaction here, and not for general use (A.3.4)."""
        return 98 <= number <= 101 or number in DATA and (self.current is not None or self.pending is not None)

    def close(self, packet, order):
        """Reset All Controllers ends a transaction and keeps the values."""
        self.forget()
        self.closed = Sent(packet, order, 0)
        for value in self.values.values():
            value.c = 0

    def add(self, packet, order, number, data):
        if number in DATA:
            self.add_data(packet, order, number, data)
            return
        q = int(number < 100)
        if self.current is not None:
            self.values[self.current].ended = packet
        if number in (99, 101):
            self.pending, self.high[q] = (q, data), data
            self.last = Sent(packet, order, "msb")
            return
        self.pending = None
        key = (q, self.high.get(q, 0) << 7 | data)
        self.current = None if key[1] == NULL else key
        self.last = Sent(packet, order, "null" if key[1] == NULL else "open")
        if self.current is not None:
            self.begin(packet, order)

    def begin(self, packet, order):
        value = self.values.setdefault(self.current, Value())
        value.count += 1
        value.order, value.begun, value.packet = order, packet, packet

    def add_data(self, packet, order, number, data):
        if self.pending is not None:
            self.current, self.pending = (self.pending[0], self.pending[1] << 7), None
            self.begin(packet, order)
        self.last = Sent(packet, order, "open")
        value = self.values[self.current]
        value.packet = packet
        if number in (6, 38):
            value.a, value.c, value.button = 0, 0, None
            value.lsb = Sent(packet, order, data) if number == 38 else None
            value.msb = value.msb if number == 38 else Sent(packet, order, data)
            return
        step = 1 if number == 96 else -1
        value.a, value.c = (max(-0x3FFF, min(0x3FFF, count + step)) for count in (value.a, value.c))
        value.button = Sent(packet, order, 0)

    def crossed(self, order):
        return int(self.closed is not None and order < self.closed.order)

    def state(self):
        """The P and E bits."""
        kind = self.last.value if self.last else None
        return int(kind == "msb"), int(kind == "open")

    def field(self, sent):
        return sent and (self.crossed(sent.order), sent.value)

    def is_needed(self, moment):
        return (any(value.packet >= moment.checkpoint for value in self.values.values())
                or moment.covers(self.last) and self.last.value != "open")

    def needed(self, moment):
        if not self.is_needed(moment):
            return None
        logs = []
        for (q, number), value in sorted(self.values.items(), key=lambda item: item[1].order):
            if value.packet >= moment.checkpoint:
                button = value.button and (self.crossed(value.button.order), value.a)
                c_button = (0, value.c) if button and not button[0] and value.a != value.c else None
                logs.append(journal.Parameter(int(value.packet != moment.packet - 1), q, number, self.field(value.msb),
                                              self.field(value.lsb), button, c_button, None, 0, 1))
        p, e = self.state()
        s = int(all(log.s for log in logs) and not (self.last and self.last.packet == moment.packet - 1))
        q, pending = self.pending or (None, None)
        return journal.M(s, p, e, 0, 0, 0, q, pending, logs)

    def check(self, chapter, moment, _):
        if not chapter:
            yield "is missing"
            return
        if (chapter.p, chapter.e) != self.state():
            yield "P and E bits are %s instead of %s" % ((chapter.p, chapter.e), self.state())
        elif chapter.p and (chapter.q, chapter.pending) != self.pending:
            yield "PENDING is %s instead of %s" % ((chapter.q, chapter.pending), self.pending)
        keys = [(log.q, log.number) for log in chapter.logs]
        orders = [self.values[key].order for key in keys if key in self.values]
        if orders != sorted(orders):
            yield "logs are not oldest first: %s" % keys
        for log, key in zip(chapter.logs, keys):
            if key not in self.values:
                yield "parameter %s was never set" % (key,)
            else:
                faults = self.check_log(log, self.values[key], moment)
                yield from ("parameter %s: %s" % (key, fault) for fault in faults)
        for key, value in self.values.items():
            if value.packet >= moment.checkpoint and key not in keys:
                yield "parameter %s is missing" % (key,)
        newest = self.last.packet if self.last else None
        closed_now = self.closed is not None and self.closed.packet == moment.packet - 1
        s = int(all(log.s for log in chapter.logs) and newest != moment.packet - 1)
        if chapter.s != s and not closed_now:
            yield "S bit is %d, and the newest command was in packet %s" % (chapter.s, newest)

    def check_log(self, log, value, moment):
        before = moment.packet - 1
        # The command that only ends a transaction may count as part of it.
        if log.s != int(value.packet != before) and value.ended != before:
            yield "S bit is %d, and its command was in packet %d" % (log.s, value.packet)
        if not log.v and not log.t:
            yield "neither tool"
        for name, field, sent in (("ENTRY-MSB", log.msb, value.msb), ("ENTRY-LSB", log.lsb, value.lsb)):
            if field is not None and field != self.field(sent):
                yield "%s is %s instead of %s" % (name, field, self.field(sent))
            elif field is None and log.v and moment.covers(sent):
                yield "%s is missing" % name
        if log.a_button is not None:
            due = (self.crossed(value.button.order) if value.button else log.a_button[0], value.a)
            if log.a_button != due:
                yield "A-BUTTON is %s instead of %s" % (log.a_button, due)
        elif log.v and moment.covers(value.button):
            yield "A-BUTTON is missing"
        if log.c_button is not None and log.c_button[1] != value.c:
            yield "C-BUTTON is %d instead of %d" % (log.c_button[1], value.c)
        elif log.c_button is None and log.a_button is not None and not log.a_button[0] and value.a != value.c:
            yield "C-BUTTON is missing"
        if log.count is not None and log.count != (self.crossed(value.order), value.count % 128):
            yield "COUNT is %s instead of %d" % (log.count, value.count % 128)
        elif log.count is None and log.t and value.begun >= moment.checkpoint:
            yield "COUNT is missing"
