// The first visit of a browser: the code that the box shows on its display (W4).

import {h, say} from "../dom.js";
import {ask} from "../requests.js";

const validity = 60;  // seconds of a code

/** Pairs with the code of an address such as `#code=482913`, which is taken out of the address at once. */
export async function takeCode() {
  const [, code] = /^#code=(\d{6})$/.exec(location.hash) ?? [];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  try {
    await ask("pair", {method: "POST", body: {code}});
  } catch { /* the field for a code follows, if it is needed */
  }
}

/** The screen of a browser that the box called `name` does not know. */
export function pairing(name) {
  const message = h("p.dim", {role: "status"}, "Its display shows a code for one minute.");
  const code = h("input", {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: 7,
    placeholder: "000 000",
    pattern: "[0-9 ]*",
    "aria-label": "Code of six digits",
    required: true,
  });
  const pair = h("button.on", "Pair");
  const again = h("button.plain", {type: "button", onclick: show}, "Show a code");
  let timer;

  /** Counts seconds down; `words(seconds)` says them. */
  function count(seconds, words, end) {
    clearInterval(timer);
    const tell = () => {
      if (seconds > 0) return say(message, words(seconds--));
      clearInterval(timer);
      end();
    };
    tell();
    timer = setInterval(tell, 1000);
  }
  function refused(error) {
    clearInterval(timer);
    pair.disabled = again.disabled = error.status === 429;
    if (error.status !== 429) return say(message, error.message);
    count(error.wait ?? validity, (left) => `Too many wrong codes. Try again in ${left} s.`, () => {
      pair.disabled = again.disabled = false;
      say(message, "");
    });
  }
  async function show() {
    try {
      await ask("pair", {method: "POST", body: {}});
      count(
          validity,
          (left) => `The code counts for ${left} s. Without a display: treadle code`,
          () => say(message, "The code has ended."));
    } catch (error) { refused(error); }
  }
  async function send(event) {
    event.preventDefault();
    try {
      await ask("pair", {method: "POST", body: {code: code.value.replaceAll(" ", "")}});
      location.reload();
    } catch (error) {
      refused(error);
      code.select();
    }
  }
  code.addEventListener("input", () => {
    const digits = code.value.replace(/\D/g, "").slice(0, 6);
    code.value = digits.length > 3 ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits;
  });
  show();
  return h(
      "main.pair",
      h("h1", name),
      h("p.dim", "Enter the code on the display of the box."),
      h("form", {onsubmit: send}, code, pair, again),
      message);
}
