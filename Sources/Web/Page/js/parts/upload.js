// A button that chooses a file and sends it.

import {h} from "../dom.js";
import {ask} from "../requests.js";
import {toast} from "./toast.js";

const patience = 600000;  // milliseconds for an upload

/** `take(answer, file)` gets what the box says of the file. */
export function uploadButton(text, accept, path, type, take) {
  const file = h("input.hidden", {type: "file", accept, tabindex: "-1", "aria-hidden": "true", onchange: send});
  const button = h("button.grow", {onclick: () => file.click()}, text);
  async function send() {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    button.disabled = true;
    try {
      take(await ask(path, {method: "POST", body: chosen, type, wait: patience}), chosen);
    } catch (error) { toast(error.message); }
    button.disabled = false;
  }
  return [button, file];
}
