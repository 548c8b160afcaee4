// Errors and warnings of a file, at their lines and at their values.

import {h} from "../dom.js";

/** Line and column of a diagnostic: members, or at the end of its place. */
export function lineOf({line, column, place = ""}) {
  const [, row, at] = /:(\d+):(\d+)$/.exec(place) ?? [];
  return [line ?? Number(row ?? 1), column ?? Number(at ?? 1)];
}

/** The messages by the JSON pointer of the value at whose beginning they stand. */
export function faultPlaces({path, diagnostics = [], places = {}}) {
  const found = new Map();
  const starts = new Map(Object.entries(places)
                             .filter(([, place]) => Array.isArray(place))
                             .map(([key, [line, column]]) => [`${line}:${column}`, key]));
  for (const fault of diagnostics.filter((one) => isOf(one, path))) {
    const key = starts.get(lineOf(fault).join(":"));
    if (key !== undefined) found.set(key, fault.message);
  }
  return found;
}

const fileOf = ({path, file, place = ""}) => path ?? file ?? /^(.*?):\d+:\d+$/.exec(place)?.[1];
/** Whether a diagnostic is about a file; one that names no file is about the one it came with. */
export const isOf = (fault, path) => (fileOf(fault) ?? path) === path;

/** A list of diagnostics with links into the text of their file. */
export function faultList(diagnostics, path) {
  const row = (fault) => {
    const place = `${fileOf(fault) ?? path ?? ""}:${lineOf(fault).join(":")}`;
    return h(
        "li",
        h("span.sign", {"aria-hidden": "true"}, "!"),
        h("div.grow", h("div", fault.message), h("div.mono.dim", place)),
        path && h("a.button.small", {href: `#edit/text/${encodeURIComponent(place)}`}, "Show"));
  };
  return h("ul.faultlist.faults", diagnostics.map(row));
}
