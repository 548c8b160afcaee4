// The box file: assignments, and every section of settings.

import {h} from "../dom.js";
import {choice} from "../parts/choice.js";
import {assignments} from "./assignments.js";
import {fieldGrid} from "./fields.js";
import {sectionNames, sectionSample, treeEditor} from "./tree.js";

const languages = ["english", "german", "italian", "katakana", "japanese"].map((name) => [name, name]);
// What stands elsewhere: presets and set lists have their own screens.
const elsewhere = [
  "treadle",
  "name",
  "middle-c",
  "note-names",
  "chord-window",
  "transpose",
  "start-preset",
  "assignments",
  "presets",
  "setlist"
];
const opened = new Set(["[\"ports\"]"]);
let side = "assignments";

export function boxEditor(part, redraw) {
  const sides =
      choice("Part of the box file", [["assignments", "Assignments"], ["settings", "Settings"]], side, (next) => {
        side = next;
        redraw();
      });
  return h("div.stack", sides, side === "assignments" ? assignments(part, false) : settingsEditor(part));
}

function settingsEditor(part) {
  const tree = part.get() ?? {};
  const sections = Object.keys(tree).filter((key) => !elsewhere.includes(key));
  const missing = sectionNames.filter((name) => !(name in tree));
  const add =
      h("select",
        {
          "aria-label": "Add a section",
          onchange: () => {
            opened.add(JSON.stringify([add.value]));
            part.set([add.value], sectionSample(add.value));
          }
        },
        h("option", {value: ""}, "Add a section …"),
        missing.map((name) => h("option", name)));
  const section = (key) => {
    const own = JSON.stringify([key]);
    const details =
        h("details.panel", {open: opened.has(own)}, h("summary", h("h3", key)), treeEditor(part, [key], opened));
    details.addEventListener("toggle", () => {
      if (details.open) opened.add(own);
      else opened.delete(own);
    });
    return details;
  };
  return h(
      "div.stack",
      h("p.dim", "What needs a new start of the box is said at its field, and saved all the same."),
      fieldGrid(
          part,
          [["name"], "Name of the box"],
          [["note-names"], "Names of notes", "choice", {options: languages}],
          [["middle-c"], "Octave of middle C", "text", {hint: "4"}],
          [["chord-window"], "Window of chords", "text", {hint: "30 ms"}],
          [["transpose"], "Transpose", "text", {hint: "0"}],
          [["start-preset"], "Preset at the start", "text", {hint: "last"}]),
      sections.map(section),
      add);
}
