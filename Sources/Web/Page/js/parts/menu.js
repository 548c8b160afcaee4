// A dialog with a list of things to do.

import {h} from "../dom.js";

/** Shows elements in a dialog, which goes when it is closed. */
export function openDialog(label, ...content) {
  const dialog = h("dialog", {"aria-label": label}, h("div.inside", content));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** `entries` are lists of [text, run, options]; options are `{ warn, disabled }`. */
export function menu(title, entries) {
  const buttons = entries.map(
      ([text, run, {warn, disabled} = {}]) =>
          h(warn ? "button.warn" : "button",
            {
              disabled,
              onclick: () => {
                dialog.close();
                run();
              }
            },
            text));
  const dialog =
      openDialog(title, h("h2", title), buttons, h("button.plain", {onclick: () => dialog.close()}, "Cancel"));
}
