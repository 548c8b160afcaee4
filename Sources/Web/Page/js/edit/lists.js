// Lists of values as text: copied, pasted, and read from a file (one number a line).

import {h} from "../dom.js";
import {ask} from "../requests.js";
import {saveText} from "../parts/download.js";
import {toast} from "../parts/toast.js";

/** Reads a list as the box does: one number a line, spreadsheets too. Throws what is wrong. */
function readList(text, length, high = 127) {
  const rows = text.replace(/^\uFEFF/, "")
                   .split(/\r\n|\r|\n/)
                   .map((line) => line.trim().split(/[\s,;]+/).filter(Boolean).map(Number));
  while (rows.length && !rows.at(-1).length) rows.pop();
  const isCounted = rows.length > 1 && rows.every((row, at) => row.length === 2 && row[0] === at);
  const values = isCounted ? rows.map((row) => row[1]) : rows.flat();
  const bad = values.findIndex((value) => !Number.isInteger(value));
  if (bad >= 0) throw new Error(`line ${bad + 1} is not a number`);
  if (values.length < length) throw new Error(`${values.length} lines; ${length} are needed`);
  return values.slice(0, length).map((value) => Math.min(value, high));
}

const files = new Map();

/**
 * The values of a list that is written out, or of a file, which is read once; undefined until then, and `redraw()`
 * follows.
 */
export function listValues(list, redraw) {
  if (Array.isArray(list)) return list;
  if (!files.has(list)) {
    files.set(list, undefined);
    ask(`files/${list.split("/").map(encodeURIComponent).join("/")}`).then(({text}) => {
      files.set(list, readList(text, 0));
      redraw?.();
    }, () => {});
  }
  return files.get(list);
}

/** Buttons for a list of `values` that is called `name`; `take(list)` gets another one of as many values. */
export function listTools(name, values, take) {
  const text = () => values.join("\n") + "\n";
  const read = (string) => {
    try {
      take(readList(string, values.length));
    } catch (error) { toast(error.message); }
  };
  const file = h("input.hidden", {
    type: "file",
    accept: ".txt,.csv,text/plain",
    tabindex: "-1",
    "aria-hidden": "true",
    onchange: async () => read(await file.files[0].text())
  });
  const button = (label, run) => h("button.small.plain", {onclick: run}, label);
  // Without TLS browsers have no clipboard for pages.
  const board = navigator.clipboard;
  return h(
      "div.row.wrap.listtools",
      h("span.label", "As a list"),
      board &&
          [
            button("Copy", () => board.writeText(text()).then(() => toast(`${values.length} lines copied`))),
            button("Paste", () => board.readText().then(read))
          ],
      button("Import", () => file.click()),
      button("Export", () => saveText(`${name}.txt`, text())),
      file);
}
