// Any part of a file as nested fields, for what has no editor of its own: ports, hardware, network, variables.

import {h} from "../dom.js";
import {learnButton} from "../parts/learn.js";
import {askFor} from "../parts/ask.js";
import {inText} from "./fields.js";
import {inline, scalar} from "./values.js";
import {isLearnable} from "./scope.js";

const deepest = 6;
const largest = 256;  // values of a list that are shown

// Keys that a mapping may have, by the key above it, or by the one above that for mappings with names of the player's.
const keys = {
  ports: {
    "": [
      "match",               "usb",
      "serial-number",       "uart",
      "virtual",             "network",
      "bluetooth",           "usb-device",
      "port",                "direction",
      "channel",             "protocol",
      "group",               "groups",
      "active-sensing",      "clock-in",
      "notes-off-on-unplug", "low-half-first",
      "running-status",      "initiate",
      "buffer",              "journal",
      "midi-ci",             "write"
    ]
  },
  footswitches: {"": ["line", "led", "active", "pull", "debounce", "long", "double", "lit", "colour"]},
  pedals: {"": ["chip", "bus", "address", "input", "range", "heel", "toe", "hysteresis"]},
  knobs: {"": ["a", "b", "active", "pull", "changes", "fast"]},
  expanders: {"": ["chip", "bus", "address"]},
  variables: {"": ["range", "start", "keep"]},
  lit: ["variable", "value", "when"],
  clock: ["tempo", "source", "taps", "tap-timeout", "send-when-stopped"],
  network: ["name", "rtp-midi", "address", "http", "wifi"],
  "rtp-midi": ["port", "accept", "invite", "interfaces"],
  http: ["port", "allow"],
  wifi: ["country", "access-point", "join"],
  "access-point": ["name", "password", "channel", "address"],
  bluetooth: ["name", "visible", "pairing", "encryption"],
  display: ["chip", "bus", "address", "columns", "rows", "characters", "backlight", "brightness"],
  menu: ["step", "choose", "knob"],
  motion: ["chip", "bus", "address", "rate", "smoothing", "mounting", "range"],
  range: ["x", "y", "z"],
  mounting: ["x", "y", "z"],
  leds: ["bus", "count", "brightness"],
  "input-keyboard": ["port", "channel"],
  "usb-device": ["name", "drive", "network"],
  "midi-ci": ["enabled", "write", "manufacturer", "family", "model"],
};
// Sections and what they begin with.
const samples = {
  ports: {},
  clock: {tempo: 120},
  footswitches: {},
  pedals: {},
  knobs: {},
  expanders: {},
  variables: {},
  network: {name: "Treadle"},
  bluetooth: {visible: true},
  motion: {chip: "lis3dh"},
  display: {chip: "hd44780"},
  menu: {step: "A", choose: "B"},
  leds: {count: 1},
  "input-keyboard": {port: "keys"},
  "usb-device": {name: "Treadle"},
  "midi-ci": {enabled: true}
};

const brief = (value) =>
    (Array.isArray(value) ? inline(value) :
                            Object.entries(value).map(([key, item]) => `${key} ${inline(item)}`).join(", "));

function suggested(path) {
  const own = keys[path.at(-1)];
  if (Array.isArray(own)) return own;
  const named = keys[path.at(-2)]?.[""];
  return typeof path.at(-1) === "string" && named ? named : [];
}

/** The editor of the value at `at`. */
export function treeEditor(part, at, opened, depth = 0) {
  const value = part.get(at);
  if (part.isShared(at)) return inText(part, at, "An alias or a merge brings this.");
  if (depth > deepest || (Array.isArray(value) && value.length > largest))
    return inText(part, at, "This is too much for fields.");
  const entries = Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value ?? {});
  return h("div.tree", entries.map(([key]) => entry(part, [...at, key], opened, depth)), adder(part, at, value));
}

function entry(part, at, opened, depth) {
  const value = part.get(at);
  const name = typeof at.at(-1) === "number" ? `${at.at(-1) + 1}` : at.at(-1);
  const remove = h("button.small.plain", {"aria-label": `Take out ${name}`, onclick: () => part.remove(at)}, "✕");
  const wrong = part.fault(at) && h("span.fault.label", part.fault(at));
  if (value !== null && typeof value === "object") {
    const key = JSON.stringify(at);
    const inside =
        h("details",
          {open: opened.has(key)},
          h("summary", h("b", name), " ", h("span.dim", opened.has(key) ? "" : brief(value).slice(0, 60))),
          treeEditor(part, at, opened, depth + 1));
    inside.addEventListener("toggle", () => {
      if (inside.open) opened.add(key);
      else opened.delete(key);
    });
    return h("div.entry.deep", inside, remove, wrong);
  }
  const learner = isLearnable(part, at) && learnButton(name, part.learnPath(at), (text) => part.set(at, scalar(text)));
  const control = typeof value === "boolean" ?
      h("label.switch",
        h("input", {type: "checkbox", checked: value, onchange: (event) => part.set(at, event.target.checked)}),
        name) :
      h("label.inline", h("span.label", name), h("input", {
          value: inline(value),
          "aria-invalid": wrong && "true",
          onchange: (event) => part.set(at, scalar(event.target.value) ?? null)
        }));
  return h("div.entry", control, learner, remove, wrong);
}

/** Adds a key or an item. A place that is learnt may be missing: learning writes it. */
function adder(part, at, value) {
  if (Array.isArray(value)) {
    const last = value.at(-1);
    return h(
        "button.small",
        {onclick: () => part.insert(at, last === undefined ? "new" : structuredClone(last))},
        "Add an item");
  }
  const names = suggested(part.at(at)).filter((name) => !(name in (value ?? {})));
  const isNamed = keys[part.at(at).at(-1)]?.[""];
  const id = `keys${part.at(at).join("-").replaceAll(/\W/g, "-")}`;
  const input =
      h("input", {placeholder: isNamed ? "a new name" : "a setting", list: id, "aria-label": "Name of what is added"});
  function add() {
    const name = input.value.trim();
    if (!name) return input.focus();
    const path = [...at, name];
    if (isNamed)
      return part.set(
          path,
          isNamed.includes("match") ? {match: `${name}*`} :
              isNamed.includes("line")? {line: "gpiochip0:17"} :
              isNamed.includes("a") ? {a: "gpiochip0:6", b: "gpiochip0:12"} :
                                      null);
    if (keys[name]) return part.set(path, samples[name] && Object.keys(samples[name]).length ? samples[name] : null);
    return askFor(
        name,
        "Value",
        "",
        (text) => part.set(path, scalar(text)),
        (field) =>
            isLearnable(part, path) && learnButton(name, part.learnPath(path), (text) => { field.value = text; }));
  }
  const send = (event) => {
    event.preventDefault();
    add();
  };
  return h(
      "form.row.adder",
      {onsubmit: send},
      input,
      h("datalist", {id}, names.map((name) => h("option", {value: name}))),
      h("button.small", "Add"));
}

/** Names of the sections that a box file may have. */
export const sectionNames = Object.keys(samples);
export const sectionSample = (name) => (Object.keys(samples[name] ?? {}).length ? samples[name] : null);
