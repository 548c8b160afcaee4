// Asks for one line of text.

import {h} from "../dom.js";
import {openDialog} from "./menu.js";

/** `extra` are more elements beside the field, such as a button that learns; it is called with the field. */
export function askFor(title, label, value, take, extra) {
  const input = h("input", {value, required: true, maxlength: 63, autocomplete: "off"});
  const send = (event) => {
    event.preventDefault();
    dialog.close();
    take(input.value.trim());
  };
  const dialog = openDialog(
      title,
      h("form",
        {onsubmit: send},
        h("h2", title),
        h("label.field", h("span.label", label), input),
        extra?.(input),
        h("div.row",
          h("button.grow", {type: "button", onclick: () => dialog.close()}, "Cancel"),
          h("button.grow.on", "OK"))));
  input.select();
}
