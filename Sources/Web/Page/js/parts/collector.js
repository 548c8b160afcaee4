// Puts messages that came in together with what became of them.

const recent = 24;  // groups in which a result is looked for
const apart = 250;  // milliseconds after which what goes out has another cause

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Keeps the newest `kept` groups `{ time, port, bytes, results }`, newest first. A group without a port is the box's
 * own.
 */
export function collector(kept) {
  const own = {groups: [], missed: 0, take, clear};

  function cause({time, kind, port, bytes}) {
    const near = own.groups.slice(0, recent).filter((group) => group.time <= time + 1 && time - group.time < apart);
    if (kind === "why")
      return near.find((group) => group.port === port && isSame(group.bytes, bytes)) ??
          near.find((group) => group.port === port);
    return near[0];
  }
  function take(list, missed = 0) {
    own.missed += missed;
    for (const message of list) {
      const found = message.kind !== "in" && cause(message);
      if (message.kind === "in") own.groups.unshift({...message, results: []});
      else if (found) found.results.push(message);
      else if (message.kind === "out") own.groups.unshift({...message, port: undefined, results: [message]});
    }
    if (own.groups.length > kept) own.groups.length = kept;
  }
  function clear() {
    own.groups = [];
    own.missed = 0;
  }
  return own;
}
