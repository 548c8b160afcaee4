// What a preset has besides its routings: tempo, parts, messages, assignments, learnable values.

import {h} from "../dom.js";
import {assignments} from "./assignments.js";
import {field, fieldGrid} from "./fields.js";
import {messages} from "./messages.js";
import {treeEditor} from "./tree.js";
import {asList} from "./values.js";

const opened = new Set();
const colours = ["", "red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white"].map(
    (name) => [name, name || "none"]);

export function presetEditor(part) {
  const block = (title, ...content) => h("section.panel", h("header", h("h2", title)), h("div.stack", content));
  return h(
      "div.stack",
      block(
          "Preset",
          fieldGrid(
              part,
              [["number"], "Number", "text", {hint: "none"}],
              [["tempo"], "Tempo", "text", {hint: "as it is"}],
              [["transpose"], "Transpose", "text", {hint: "0"}],
              [["colour"], "Colour", "choice", {options: colours}],
              [["insert"], "Inserts the routings of", "text", {list: true, hint: "common"}])),
      block("Parts", parts(part)),
      block("On load", messages(part, "on-load", {hasPort: true})),
      block("On leave", messages(part, "on-leave", {hasPort: true, isLeaving: true})),
      block(
          "Assignments of this preset",
          h("p.dim", "They take the place of the box's for the same controller while the preset runs."),
          assignments(part, true)),
      block(
          "Learnable on the box",
          h("p.dim", "A name that the menu shows, and the place of a value, such as routings.1.restrict.notes."),
          treeEditor(part, ["learnable"], opened)));
}

function parts(part) {
  const list = asList(part.get(["parts"]));
  const names = asList(part.get(["routings"])).map((routing) => routing?.name).filter(Boolean);
  const add = () => part.insert(["parts"], {name: `Part ${list.length + 1}`});
  return h(
      "div.stack",
      list.map((_, at) => partCard(part, at, list.length, names)),
      h("div.row", h("button", {onclick: add}, "Add part")));
}

function partCard(preset, at, count, names) {
  const part = preset.within(["parts", at]);
  const inserted =
      [...asList(part.get(["mute"])), ...asList(part.get(["bypass"]))].filter((name) => !names.includes(name));
  const box = (key, name) => {
    const list = asList(part.get([key]));
    const change = (event) => {
      const next = event.target.checked ? [...list, name] : list.filter((other) => other !== name);
      part.set([key], next.length ? next : undefined);
    };
    return h(
        "label.switch",
        h("input", {
          type: "checkbox",
          checked: list.includes(name),
          "aria-label": `${key === "mute" ? "Mute" : "Bypass"} ${name}`,
          onchange: change
        }),
        key === "mute" ? "Mute" : "Bypass");
  };
  const move = (by, sign, label) =>
      h("button.small",
        {
          "aria-label": label,
          disabled: at + by < 0 || at + by >= count,
          onclick: () => preset.move(["parts", at], at + by)
        },
        sign);
  return h(
      "section.part",
      field(part, ["name"], "Name"),
      h("ul.strip",
        [...new Set([...names, ...inserted])].map(
            (name) => h("li", h("span.cut.grow", name), box("mute", name), box("bypass", name)))),
      h("div.head", h("h3", "Sent when it begins")),
      messages(part, "send", {hasPort: true}),
      h("div.row",
        move(-1, "▲", "Earlier"),
        move(1, "▼", "Later"),
        h("span.grow"),
        h("button.small.plain", {onclick: () => preset.remove(["parts", at])}, "Delete part")));
}
