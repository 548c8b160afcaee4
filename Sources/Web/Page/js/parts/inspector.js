// Every field and bit of a chosen message and of what became of it.

import {h, fill} from "../dom.js";
import {messageFields, messageText, timeText} from "../music.js";

function fields(bytes, title) {
  const heads = ["Field", "Bits", "Dec", "Binary", "Hex"].map((text) => h("th", {scope: "col"}, text));
  const place = (text) => text.replace("byte ", "").replace(", bits ", ": ").replace("..", "–");
  const rows = messageFields(bytes).map(
      (field) =>
          h("tr",
            h("th", {scope: "row"}, field.name, field.meaning && h("span.dim", field.meaning)),
            h("td.dim", place(field.place)),
            h("td", field.value),
            h("td.mono", field.bits),
            h("td.mono", field.hex)));
  return [h("h3", title), h("table", h("thead", h("tr", heads)), h("tbody", rows))];
}

export function inspector() {
  const element = h("aside.panel.inspector", {"aria-label": "Chosen message", tabindex: "0"});
  const own = {element, isChosen: false, show};
  const close = () => {
    own.isChosen = false;
    element.classList.remove("open");
  };
  /** Shows a group of Monitor; with `isOpen` in front, where there is no room beside the list. */
  function show(group, isOpen) {
    own.isChosen = true;
    const out = group.results.filter(({reason}) => !reason);
    const reasons = group.results.filter(({reason}) => reason);
    fill(
        element,
        h("header",
          h("h2", `${group.port ?? "The box"}, ${timeText(group.time)}`),
          h("button.small.plain.close", {"aria-label": "Close", onclick: close}, "✕")),
        group.port !== undefined && fields(group.bytes, messageText(group.bytes)),
        out.map(
            ({bytes, port, routing}) =>
                fields(bytes, `${routing ? `${routing} → ` : ""}${port}: ${messageText(bytes)}`)),
        h("ul.reasons", reasons.map(({routing, reason}) => h("li", h("b", routing), ` ${reason}`))));
    element.classList.toggle("open", isOpen === true);
  }
  return own;
}
