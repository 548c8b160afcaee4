// Conditions as nested blocks. A block says what it listens to and when it is true; sub-conditions stand inside it.

import {h} from "../dom.js";
import {toast} from "../parts/toast.js";
import {clipboard} from "./draft.js";
import {fieldGrid, field, learn} from "./fields.js";
import {asList, inline, scalar} from "./values.js";
import {sources, wordSelect} from "./words.js";

const matches = [["all", "and"], ["any", "or"], ["one", "either"]];
const deepest = 4;
const fresh = () => ({controller: "cc sustain", when: ">= 50"});

/** `part` is the mapping with `match` and `of`. */
export function conditions(part, depth = 1) {
  const group = part.get();
  const list = asList(group?.of);
  const match = group?.match ?? "all";
  const add = (condition) => (group ? part.insert(["of"], condition) : part.set([], {of: [condition]}));
  const joiner = () =>
      h("select.match",
        {"aria-label": "How these go together", onchange: (event) => part.set(["match"], event.target.value)},
        matches.map(([value, word]) => h("option", {value, selected: value === match}, word)));
  return h(
      "div.group",
      list.map((_, place) => [place > 0 && joiner(), block(part.within(["of", place]), depth)]),
      h("div.row.wrap.adders",
        h("button.small", {onclick: () => add(fresh())}, depth > 1 ? "Add sub-condition" : "Add condition"),
        clipboard.condition &&
            h("button.small", {onclick: () => add(structuredClone(clipboard.condition))}, "Paste condition")));
}

/** The comparison of a condition: a sign and a value. */
function comparison(part) {
  const when = part.get(["when"]);
  const [, sign, value] = /^([<>]=)\s*(.*)$/.exec(when ?? ">= 50") ??
      [undefined,
       Array.isArray(when)             ? "list" :
           String(when).includes("..") ? ".." :
                                         "=",
       inline(when)];
  const write = (next, text) => part.set(["when"], next === ">=" || next === "<=" ? `${next} ${text}` : scalar(text));
  const change = (next) => write(next, next === ".." ? "20..96" : value.split("..")[0] || "64");
  const signs = [[">=", "≥"], ["<=", "≤"], ["..", "within"], ["=", "is"]];
  return [
    h("select",
      {"aria-label": "Comparison", disabled: sign === "list", onchange: (event) => change(event.target.value)},
      signs.map(([key, text]) => h("option", {value: key, selected: key === sign}, text))),
    h("div.withlearn",
      h("input", {
        value,
        disabled: sign === "list",
        "aria-label": "Value",
        onchange: (event) => write(sign, event.target.value)
      }),
      learn(part, ["when"], "the value")),
  ];
}

function block(part, depth) {
  const condition = part.get() ?? {};
  const mode = condition.mode ?? "direct";
  const controllers = asList(condition.controller);
  const setController = (event) => {
    const list = event.target.value.split(",").map((text) => text.trim()).filter(Boolean);
    part.set(["controller"], list.length > 1 ? list : list[0]);
  };
  const isNote = controllers.some((controller) => String(controller).startsWith("note"));
  return h(
      "div.condition",
      h("div.words",
        wordSelect("Source", sources(), condition.from ?? "input keyboard", (name) => part.set(["from"], name)),
        h("div.withlearn",
          h("input",
            {value: controllers.join(", "), list: "controllers", "aria-label": "Controller", onchange: setController}),
          learn(part, ["controller"])),
        wordSelect(
            "Mode",
            ["direct", "latch", "increment"],
            mode,
            (next) => part.set(["mode"], next === "direct" ? undefined : next)),
        comparison(part)),
      part.fault() && h("span.fault.label", part.fault()),
      isNote &&
          h("div.words.ranges",
            field(part, ["notes"], "of notes", "text", {hint: "all"}),
            field(part, ["velocities"], "of velocities", "text", {hint: "1..127"})),
      mode !== "direct" && settings(part, mode),
      condition.channel !== undefined && field(part, ["channel"], "Channel", "text", {list: true}),
      condition.conditions && depth < deepest &&
          h("div.sub",
            h("div.row.wrap",
              h("span.label", "which counts only while"),
              field(part, ["require"], "else it is false", "switch")),
            conditions(part.within(["conditions"]), depth + 1)),
      tools(part, condition, depth));
}

const settings = (part, mode) => fieldGrid(
    part,
    [["trigger"], "Trigger"],
    [["edge"], "Edge", "choice", {options: [["rising", "rising"], ["falling", "falling"], ["both", "both"]]}],
    [["rearm"], "Rearm"],
    [["settle"], "Settle", "text", {hint: "20 ms"}],
    ...(mode === "increment" ?
            [
              [["by"], "Step"],
              [["start"], "First"],
              [["end"], "Last"],
              [["decrement"], "Back", "text", {words: "controllers"}],
              [["wrap"], "Begin again after the last", "switch", {otherwise: true}]
            ] :
            []));

function tools(part, condition, depth) {
  const at = part.at();
  const button = (text, run) => h("button.small.plain", {onclick: run}, text);
  return h(
      "div.row.wrap.tools2",
      depth < deepest && !condition.conditions &&
          button("Add sub-condition", () => part.set(["conditions"], {of: [fresh()]})),
      condition.channel === undefined && button("Channel", () => part.set(["channel"], 1)),
      button(
          "Copy",
          () => {
            clipboard.condition = structuredClone(condition);
            toast("Condition copied");
          }),
      button("Delete", () => part.draft.apply({op: "remove", at})));
}
