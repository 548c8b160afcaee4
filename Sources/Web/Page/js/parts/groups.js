// Notes that begin within a window of the first one are a group.

/** Gives a function that takes messages and calls `show(group, isNew)`. The window is in milliseconds, 0 is never. */
export function groupNotes(window, show) {
  const open = new Map();
  return ({time, port, bytes}) => {
    if (!Array.isArray(bytes) || bytes[0] >> 4 !== 9 || !bytes[2]) return;
    const key = `${port} ${bytes[0] & 15}`;
    let group = open.get(key);
    const isNew = !group || !window || time - group.time > window;
    if (isNew) group = {time, port, channel: (bytes[0] & 15) + 1, notes: []};
    open.set(key, group);
    group.notes.push({note: bytes[1], velocity: bytes[2]});
    show(group, isNew);
  };
}
