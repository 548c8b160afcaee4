// Two browsers edit one file (W10).

import {h} from "../dom.js";
import {ask} from "../requests.js";
import {openDialog} from "../parts/menu.js";

const written = (value) =>
    (value === undefined           ? "nothing" :
         typeof value === "string" ? value :
                                     JSON.stringify(value));
const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const step = (tree, at) => at.reduce((node, key) => node?.[key], tree);

/** Whether the place of an operation is another one, or holds another value, than before somebody else's edit. */
export function isTouched(before, now, {op, at}) {
  const isInList = op !== "set" && Array.isArray(step(before, at.slice(0, -1)));
  if (!isEqual(...[before, now].map((tree) => step(tree, isInList ? at.slice(0, -1) : at)))) return true;
  // A list on the way with more or fewer items: its positions count otherwise.
  return at.some((_, depth) => {
    const [old, list] = [before, now].map((tree) => step(tree, at.slice(0, depth)));
    return Array.isArray(old) && old.length !== list?.length;
  });
}

/** Shows both values and gives whether this page's is taken. */
export function askWhich(theirs, {op, value}) {
  return new Promise((resolve) => {
    const mine = op === "remove" ? "nothing" : op === "move" ? `place ${value + 1}` : written(value);
    const choose = (isMine) => () => {
      resolve(isMine);
      dialog.close();
    };
    const dialog = openDialog(
        "Changed elsewhere",
        h("h2", "Somebody else has changed this"),
        h("dl.facts",
          h("div", h("dt.dim", "There"), h("dd.mono", written(theirs))),
          h("div", h("dt.dim", "Here"), h("dd.mono", mine))),
        h("div.row",
          h("button.grow", {onclick: choose(false)}, "Keep theirs"),
          h("button.grow.on", {onclick: choose(true)}, "Take mine")));
    dialog.addEventListener("close", () => resolve(false));
  });
}

/** The lines of two texts between those that are equal at the beginning and at the end. */
function difference(first, second) {
  const [a, b] = [first.split("\n"), second.split("\n")];
  let start = 0, end = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [a, b].map((lines) => lines.slice(start, lines.length - end).join("\n") || "nothing");
}

/** A file was changed on the disk beside its draft (W13). Gives whether one of the two was taken. */
export async function askDisk(resource, text) {
  const disk = await ask(`${resource}?on=disk`);
  const [there, here] = difference(disk.text, text);
  return new Promise((resolve) => {
    const take = (which) => async () => {
      await ask(resource, {method: "POST", body: {take: which}});
      resolve(true);
      dialog.close();
    };
    const dialog = openDialog(
        "Changed on the disk",
        h("h2", "This file was changed on the disk"),
        h("span.label", "On the disk"),
        h("pre.compared", there),
        h("span.label", "Here, not saved"),
        h("pre.compared", here),
        h("div.row",
          h("button.grow", {onclick: take("disk")}, "Take the disk's"),
          h("button.grow.on", {onclick: take("draft")}, "Keep mine")));
    dialog.addEventListener("close", () => resolve(false));
  });
}
