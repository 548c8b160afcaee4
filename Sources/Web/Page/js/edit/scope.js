// A part of a file: what the editors of values read, change and learn.

import {valueAt} from "./draft.js";

const segment = (key) => (typeof key === "number" ? key + 1 : /[."]/.test(key) ? `"${key}"` : key);

/**
 * `base` is the path of the part within the file, `learnBase` the path of the whole file for `learn`: none for the box
 * file, `["presets", NAME]` for the file of a preset.
 */
export function scope(draft, base = [], learnBase = []) {
  const own = {
    draft,
    at: (at = []) => [...base, ...at],
    get: (at = []) => valueAt(draft.tree, own.at(at)),
    /** Sets a value; undefined takes its key away. */
    set(at, value) {
      if (value !== undefined) return draft.apply({op: "set", at: own.at(at), value});
      if (own.get(at) === undefined) return undefined;
      return draft.apply({op: "remove", at: own.at(at)});
    },
    /** Sets several values in one step; undefined takes a key away. */
    setAll(pairs) {
      const isThere = ([at, value]) => value !== undefined || own.get(at) !== undefined;
      const operations = pairs.filter(isThere).map(
          ([at, value]) => (value === undefined ? {op: "remove", at: own.at(at)} : {op: "set", at: own.at(at), value}));
      return operations.length ? draft.apply(...operations) : undefined;
    },
    /** Puts an item at the end of a list, which may be missing, or before a position of it. */
    insert(at, value, position) {
      const list = own.get(at);
      if (!Array.isArray(list) || !list.length) return draft.apply({op: "set", at: own.at(at), value: [value]});
      return draft.apply({op: "insert", at: own.at([...at, position ?? list.length]), value});
    },
    remove: (at) => draft.apply({op: "remove", at: own.at(at)}),
    move: (at, value) => draft.apply({op: "move", at: own.at(at), value}),
    fault: (at = []) => draft.fault(own.at(at)),
    isShared: (at = []) => draft.place(own.at(at)) === "shared",
    /** Where a value is in the text, for a link. */
    text(at = []) {
      const [line, column] = draft.place(own.at(at)) ?? draft.place(base) ?? [1, 1];
      return `#edit/text/${encodeURIComponent(`${draft.path}:${line}:${column}`)}`;
    },
    /** The path of a value as `learn` takes it. */
    learnPath(at) {
      const inFile = own.at(at);
      // A preset in the box file has its path from there.
      return [...(inFile[0] === "presets" ? [] : learnBase), ...inFile].map(segment).join(".");
    },
    within: (at) => scope(draft, own.at(at), learnBase),
  };
  return own;
}

// Keys whose values can be learnt, with the key or mapping that they need above them (docs/reference/COMMANDS.md).
const learnable = {
  notes: /restrict$|of\.\d+$/,
  velocities: /restrict$|of\.\d+$/,
  channel: /./,
  map: /notes$/,
  fixed: /velocity$/,
  limit: /velocity$/,
  in: /linear$/,
  out: /remap\.\d+\.linear$/,
  from: /remap\.\d+$/,
  to: /remap\.\d+$/,
  controller: /of\.\d+$|assignments\.\d+$/,
  decrement: /./,
  trigger: /./,
  rearm: /./,
  start: /\d+$/,
  end: /\d+$/,
  when: /of\.\d+$/,
  tempo: /^$|clock$|presets\.\d+$/,
  send: /./,
  x: /range$/,
  y: /range$/,
  z: /range$/,
  range: /^pedals\./,
  number: /^$|presets\.\d+$/,
};

/** Whether a value can be learnt. */
export function isLearnable(part, at) {
  const path = part.at(at);
  return learnable[path.at(-1)]?.test(path.slice(0, -1).join(".")) ?? false;
}
