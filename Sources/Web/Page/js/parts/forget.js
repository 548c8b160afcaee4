// Requests that a button makes, and the button that forgets a browser, a program or a device.

import {h} from "../dom.js";
import {ask} from "../requests.js";
import {toast} from "./toast.js";

/** Asks the box, says `text` or why it refuses, and calls `then(answer)`. */
export async function attempt(text, path, method, then, body) {
  try {
    const answer = await ask(path, {method, body});
    if (text) toast(text);
    then(answer);
  } catch (error) { toast(error.message); }
}

export const forgetButton = (name, onclick) =>
    h("button.small", {"aria-label": `Forget ${name}`, onclick}, "Forget");
