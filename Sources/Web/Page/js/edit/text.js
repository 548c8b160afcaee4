// The file as text. The box checks it while it is written; faults stand at their lines. A pause writes it to the draft.

import {h, fill, say} from "../dom.js";
import {ask} from "../requests.js";
import {isOf, lineOf} from "./faults.js";

const [checkPause, writePause] = [250, 1500];  // milliseconds

/**
 * `holder` gets `update(draft)`, for another version of the file, and `leave()`. `place` is a line and column to go
 * to.
 */
export function textEditor(holder, draft, isYAML, place) {
  const numbers = h("div.numbers", {"aria-hidden": "true"});
  const back = h("pre.back", {"aria-hidden": "true"});
  const area = h("textarea.code", {
    "data-keys": "",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    "aria-label": "Text of the file"
  });
  const told = h("span.grow.cut", {role: "status"});
  let list = [], at = 0, checking, writing, written = draft.text;
  const steps = [[-1, "◀", "Previous fault"], [1, "▶", "Next fault"]].map(
      ([by, sign, name]) => h("button.small", {"aria-label": name, onclick: () => step(by)}, sign));
  area.value = draft.text;

  function take(diagnostics = []) {
    list = diagnostics.filter((fault) => isOf(fault, draft.path)).map((fault) => ({...fault, at: lineOf(fault)}));
    draw();
  }
  function draw() {
    const lines = area.value.split("\n");
    const bad = new Map(list.map((fault) => [fault.at[0], fault]));
    fill(numbers, lines.map((_, row) => h(bad.has(row + 1) ? "div.bad" : "div", bad.has(row + 1) ? "!" : row + 1)));
    fill(back, lines.map((line, row) => drawLine(line, bad.get(row + 1), isYAML)));
    at = Math.min(at, Math.max(0, list.length - 1));
    say(told,
        list.length ?
            `${list.length} ${list.length === 1 ? "fault" : "faults"}. Line ${list[at].at[0]}: ${list[at].message}` :
            "No faults. A change is in force after a moment.");
    told.classList.toggle("bad", list.length > 0);
    for (const button of steps) button.disabled = !list.length;
    area.style.setProperty("height", `${lines.length * 1.5 + 1}em`);
  }
  function go([line, column]) {
    const start = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
    area.focus();
    area.setSelectionRange(start, start);
  }
  function step(by) {
    at = (at + by + list.length) % list.length;
    go(list[at].at);
    draw();
  }
  async function check() {
    const text = area.value;
    try {
      const answer = await ask("check", {method: "POST", body: {path: draft.path, text}});
      if (text === area.value) take(Array.isArray(answer) ? answer : answer?.diagnostics);
    } catch { /* the next change is checked again */
    }
  }
  async function write() {
    clearTimeout(writing);
    if (area.value === written) return;
    written = area.value;
    await draft.write(written);
  }
  area.addEventListener("input", () => {
    draw();
    clearTimeout(checking);
    clearTimeout(writing);
    checking = setTimeout(check, checkPause);
    writing = setTimeout(write, writePause);
  });
  area.addEventListener("blur", write);
  /** Whether nothing has to be drawn anew: text that is being written is not replaced. */
  holder.update = (next) => {
    if (next.path !== draft.path) return false;
    if (area.value === written && next.text !== written) { area.value = next.text; }
    if (area.value === next.text) written = next.text;
    take(next.diagnostics);
    return true;
  };
  holder.leave = write;
  take(draft.diagnostics);
  if (place.length) requestAnimationFrame(() => go(place));
  return h(
      "div.textpage",
      h("div.faultbar", told, steps),
      h("div.sheet2", {tabindex: "-1"}, numbers, h("div.paper", back, area)));
}

function drawLine(line, fault, isYAML) {
  if (!fault) return h("div", isYAML ? colourLine(line) : line, "\u200b");
  const start = fault.at[1] - 1;
  const length = Math.max(1, /^[^\s,\]}]*/.exec(line.slice(start))[0].length);
  return h(
      "div.bad",
      line.slice(0, start),
      h("u", line.slice(start, start + length)),
      line.slice(start + length),
      h("span.message", fault.message));
}

function colourLine(line) {
  if (/^\s*#/.test(line)) return h("span.comment", line);
  const [, blank, key, value, comment] = /^(\s*(?:- )*)([\w-]+:)?(.*?)(\s#.*)?$/.exec(line) ?? [undefined, line];
  return [blank, h("b", key ?? ""), value, h("span.comment", comment ?? "")];
}
