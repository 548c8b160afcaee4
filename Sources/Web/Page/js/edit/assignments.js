// Assignments: what a controller does to the box itself, of the box or of a preset.

import {h} from "../dom.js";
import {conditions} from "./conditions.js";
import {fieldGrid, learn} from "./fields.js";
import {asList, inline, scalar} from "./values.js";
import {sources, wordSelect} from "./words.js";

const edges = {
  options: [["rising", "rising"], ["falling", "falling"], ["both", "both"]]
};

/** `part` is the box file or a preset. */
export function assignments(part, isOfPreset) {
  const list = asList(part.get(["assignments"]));
  const fresh = {from: "footswitches", controller: "switch A long", do: {127: "none"}};
  return h(
      "div.stack",
      list.map((_, at) => card2(part, at, isOfPreset)),
      h("div.row.wrap", h("button", {onclick: () => part.insert(["assignments"], fresh)}, "Add assignment")));
}

function card2(list, at, isOfPreset) {
  const part = list.within(["assignments", at]);
  const assignment = part.get() ?? {};
  const mode = assignment.mode ?? "direct";
  const setController = (event) => {
    const names = event.target.value.split(",").map((text) => text.trim()).filter(Boolean);
    part.set(["controller"], names.length > 1 ? names : names[0]);
  };
  const details =
      h("details.more",
        {open: part.draft.opened?.has(at)},
        h("summary", "More"),
        fieldGrid(
            part,
            [["channel"], "Channel", "text", {list: true, hint: "all"}],
            [
              ["mode"],
              "Mode",
              "choice",
              {options: [["direct", "direct"], ["latch", "latch"], ["increment", "increment"]]}
            ],
            mode !== "direct" && [["trigger"], "Trigger"],
            mode !== "direct" && [["edge"], "Edge", "choice", edges],
            mode !== "direct" && [["rearm"], "Rearm"],
            [["settle"], "Settle", "text", {hint: "20 ms"}],
            ...(mode === "increment" ?
                    [
                      [["by"], "Step"],
                      [["start"], "First"],
                      [["end"], "Last"],
                      [["decrement"], "Back", "text", {words: "controllers"}],
                      [["wrap"], "Begin again after the last", "switch", {otherwise: true}]
                    ] :
                    []),
            isOfPreset && [["also"], "Beside the box's own", "switch"],
            assignment.set && [["linear", "in"], "In", "text", {hint: "0..127"}],
            assignment.set && [["linear", "out"], "Out", "text", {hint: "0..127"}]),
        h("div.head", h("h3", "Only while")),
        conditions(part.within(["conditions"])));
  details.addEventListener("toggle", () => {
    const opened = part.draft.opened ??= new Set();
    if (details.open) opened.add(at);
    else opened.delete(at);
  });
  return h(
      "section.assignment",
      h("div.words",
        wordSelect("Source", sources(), assignment.from ?? "input keyboard", (name) => part.set(["from"], name)),
        h("div.withlearn",
          h("input", {
            value: inline(assignment.controller),
            list: "controllers",
            "aria-label": "Controller",
            onchange: setController
          }),
          learn(part, ["controller"]))),
      h("div.actions",
        assignment.set ? setWhat(part, assignment) :
                         Object.entries(assignment.do ?? {}).map(([value, action]) => actionField(part, value, action)),
        !assignment.set && h("button.small.plain", {onclick: () => addValue(part, assignment)}, "Add a value")),
      h("button.small.plain",
        {
          "aria-label": `Delete the assignment of ${inline(assignment.controller)}`,
          onclick: () => list.remove(["assignments", at])
        },
        "✕"),
      part.fault() && h("span.fault.label", part.fault()),
      details);
}

const setWhat = (part, {set}) =>
    h("label.inline",
      h("span.label", "sets"),
      wordSelect("What it sets", ["preset", "tempo", "transpose"], set, (name) => part.set(["set"], name)));

function actionField(part, value, action) {
  const take = (text) => {
    const list = text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => one.trim()).filter(Boolean);
    part.set(["do", value], list.length > 1 ? list : list[0]);
  };
  return [
    h("label.inline", h("span.label", `at ${value}`), h("input", {
        value: asList(action).join(", "),
        list: "actions",
        "aria-invalid": part.fault(["do", value]) && "true",
        onchange: (event) => take(event.target.value)
      })),
    part.fault(["do", value]) && h("span.fault.label", part.fault(["do", value]))
  ];
}

function addValue(part, {do: actions = {}}) {
  const next =
      ["0", "127", ...Array.from({length: 126}, (_, at) => String(at + 1))].find((value) => !(value in actions));
  part.set(["do", next], scalar("none"));
}
