// Learn: hold it down and play; the value follows, and stays when you let go.

import {h, holdable, say} from "../dom.js";
import {address, ask} from "../requests.js";
import {link} from "../link.js";
import {toast} from "./toast.js";

const text = (event) => {
  const data = JSON.parse(event.data);
  return typeof data === "string" ? data : data.text;
};

/** A button that learns the value at `path`, as `treadle learn` names it. `take(text)` gets the last value. */
export function learnButton(label, path, take) {
  const shown = h("span", "Learn");
  const name = `Learn ${label}: hold and play`;
  const button = h("button.small.learn", {type: "button", "aria-label": name}, h("i", {"aria-hidden": "true"}), shown);
  // What is learnt while the button is held: the stream, its number, and the value so far.
  let task;

  function begin() {
    if (link.isLost) return;
    const own = {stream: new EventSource(`${address("learn")}?at=${encodeURIComponent(path)}`)};
    task = own;
    say(shown, "play");
    own.stream.addEventListener("task", (event) => {
      own.id = JSON.parse(event.data).id;
      say(shown, text(event));
    });
    own.stream.addEventListener("value", (event) => {
      own.value = text(event);
      own.isDone = JSON.parse(event.data).done;
      say(shown, own.value);
      if (own.isDone) own.stream.close();
    });
    own.stream.onerror = () => {
      own.stream.close();
      if (own.id === undefined) toast("This cannot be learnt now.");
    };
  }
  /** Takes the value as it is. The range of a tilt or a pedal is told only now. */
  async function end() {
    const own = task;
    task = undefined;
    say(shown, "Learn");
    if (!own) return;
    if (!own.isDone && own.id !== undefined) {
      try {
        own.value = (await ask(`learn/${own.id}`, {method: "POST", body: {}})).text;
      } catch { /* nothing was played that fits */
      }
    }
    own.stream.close();
    if (own.value !== undefined) take(own.value);
  }
  return holdable(button, begin, end);
}
