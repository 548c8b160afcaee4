// The file that is edited. A change goes to the box at once, which checks it, puts it in force and keeps every other
// byte.

import {ask} from "../requests.js";
import {hear} from "../link.js";
import {toast} from "../parts/toast.js";
import {askDisk, askWhich, isTouched} from "./conflict.js";
import {faultPlaces} from "./faults.js";

const settling = 600;  // milliseconds after which a file is read again that somebody has edited
const mostTrials = 3;

const resource = (path) => `files/${path.split("/").map(encodeURIComponent).join("/")}`;
const pointer = (at) => at.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
export const valueAt = (tree, at) => at.reduce((node, key) => node?.[key], tree);

/** Opens a file. `changed()` is called whenever another version of it is there. Throws what the box refuses. */
export async function openDraft(path, changed) {
  let file = await ask(resource(path));
  let faults, timer;
  const take = (next) => {
    file = next;
    faults = undefined;
  };

  async function read() {
    clearTimeout(timer);
    try {
      const next = await ask(resource(path));
      const isNew = next.hash !== file.hash || JSON.stringify(next.diagnostics) !== JSON.stringify(file.diagnostics);
      take(next);
      if (isNew) changed();
    } catch (error) { toast(error.message); }
  }
  /**
   * Sends a change; a second browser's change meanwhile is answered by `resolve(before, now)`, which says whether to
   * go on.
   */
  async function send(method, body, resolve, trial = 0) {
    try {
      take(await ask(resource(path), {method, body, etag: file.hash}));
    } catch (error) {
      if (error.code === "changed-on-disk" && trial < mostTrials && await askDisk(resource(path), file.text)) {
        await read();
        return send(method, body, resolve, trial + 1);
      }
      if (error.status !== 412 || trial === mostTrials) toast(error.message);
      else {
        const before = file;
        take(error.answer?.file ?? await ask(resource(path)));
        if (await resolve(before, file)) return send(method, body, resolve, trial + 1);
      }
    }
    return changed();
  }
  const end = hear("files", ({changed: paths = [], by}) => {
    if (!paths.includes(path)) return;
    clearTimeout(timer);
    timer = setTimeout(read, settling);
    draft.by = by;
  });
  const draft = {
    path,
    read,
    close() {
      clearTimeout(timer);
      end();
    },
    get tree() { return file.tree ?? {}; },
    get text() { return file.text; },
    get hash() { return file.hash; },
    get diagnostics() { return file.diagnostics ?? []; },
    /** Whether the drafts are in force: the whole configuration has no errors. */
    get isGood() { return file.good !== false; },
    /** Line and column of a value, "shared" where an alias brings it. */
    place: (at) => file.places?.[pointer(at)],
    /** What is wrong with a value. */
    fault: (at) => {
      faults ??= faultPlaces(file);
      return faults.get(pointer(at));
    },
    faultBelow: (at) => {
      faults ??= faultPlaces(file);
      return [...faults.keys()].some((key) => key === pointer(at) || key.startsWith(`${pointer(at)}/`));
    },
    /** Sends operations. Where somebody else has edited the same value, both values are shown and asked for (W10). */
    apply: (...operations) => send(
        "PATCH",
        {operations},
        (before, now) => {
          const touched = operations.find((operation) => isTouched(before.tree, now.tree, operation));
          return !touched || askWhich(valueAt(now.tree, touched.at), touched);
        }),
    write: (text) => send(
        "PUT",
        {text},
        (_, now) => now.text === text || askWhich("the text of somebody else", {value: "the text of this page"})),
  };
  return draft;
}

/** What was copied: a remap or a condition, across routings and presets. */
export const clipboard = {
  remap: undefined,
  condition: undefined
};
