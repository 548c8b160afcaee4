// Variables of the box and its transposition, as steppers. A box without them shows nothing.

import {h, fill, keepFocus} from "../dom.js";
import {watch} from "../store.js";
import {act} from "../box.js";

function counter(name, value, words) {
  const button = (sign, by, text) =>
      h("button.small", {"aria-label": `${name}: ${text}`, onclick: () => act(words(by))}, sign);
  return h(
      "li", h("span.cut.grow", name), button("−", "-1", "less"), h("output.num", value), button("+", "+1", "more"));
}

export function variables() {
  const list = h("ul");
  const section = h("section.panel.strip.variables", {"aria-label": "Variables"}, list);
  const shown = (state) =>
      (state.transpose || Object.keys(state.variables ?? {}).length ?
           JSON.stringify([state.variables ?? {}, state.transpose]) :
           "");
  watch(section, shown, (text) => {
    section.hidden = !text;
    if (!text) return;
    const [values, transpose] = JSON.parse(text);
    keepFocus(
        list,
        () => fill(
            list,
            Object.entries(values).map(([name, value]) => counter(name, value, (by) => `${name} ${by}`)),
            transpose !== null &&
                counter("Transpose", transpose > 0 ? `+${transpose}` : transpose, (by) => `transpose ${by}`)));
  });
  return section;
}
