// Words of the configuration language that fields suggest.

import {h} from "../dom.js";
import {current} from "../store.js";

const actionWords = [
  "next-preset",
  "previous-preset",
  "next-part",
  "previous-part",
  "tap",
  "panic",
  "clock-start",
  "clock-stop",
  "clock-continue",
  "clock-pause",
  "clock-toggle-pause",
  "clock-toggle-stop",
  "tempo +1",
  "tempo -1",
  "transpose +1",
  "transpose -1",
  "transpose 0",
  "release",
  "undo",
  "revert",
  "save",
  "none"
];
const controllerWords = [
  "cc modulation",  "cc volume",       "cc pan",           "cc expression",    "cc sustain", "cc 11 14-bit",
  "cc 20 relative", "pitch-bend",      "pitch-bend 7-bit", "channel-pressure", "program",    "note-value",
  "note-velocity",  "key C1",          "motion x",         "motion y",         "pedal 1",    "knob 1",
  "rpn 0/1",        "nrpn 1/8 14-bit", "mmc play"
];
const kindWords = [
  "notes",
  "pressure",
  "program",
  "pitch-bend",
  "channel-pressure",
  "cc",
  "controllers",
  "clock",
  "start-stop",
  "sysex"
];
const ownSources = ["input keyboard", "footswitches", "motion", "pedals", "knobs", "variables", "clock"];

const receives = ({direction}) => direction !== "out";
const sends = ({direction}) => direction !== "in";
const aliases = (belongs) => (current().ports ?? []).filter(belongs).map(({alias}) => alias);

export const sources = () => [...ownSources, ...aliases(receives)];
export const destinations = () => aliases(sends);

/** Lists that inputs refer to by `list`. */
export function suggestions() {
  const {switches = [], variables = {}} = current();
  const own =
      [...switches.map(({name}) => `switch ${name}`), ...Object.keys(variables).map((name) => `variable ${name}`)];
  const list = (id, words) => h(`datalist#${id}`, words.map((word) => h("option", {value: word})));
  return [list("controllers", [...own, ...controllerWords]), list("actions", actionWords), list("kinds", kindWords)];
}

/** A choice of words, with what is written now if it is none of them. */
export function wordSelect(label, words, now, change) {
  const all = words.includes(now) ? words : [now, ...words];
  return h(
      "select",
      {"aria-label": label, onchange: (event) => change(event.target.value)},
      all.map((word) => h("option", {selected: word === now}, word)));
}
