// The one door to the box.

import {replace, patch} from "./store.js";
import {ask} from "./requests.js";
import {follow, hear, link, tapTime} from "./link.js";

export const lostSentence = "No connection. The box plays on; what you see is from before.";

/**
 * Resolves when the state is there. Throws `stranger`, with the name of the box, where it does not know this browser.
 */
export async function connect() {
  const {name, paired} = await ask("hello");
  if (!paired) throw Object.assign(new Error("not paired"), {stranger: name});
  await new Promise((resolve) => {
    hear("state", (state) => {
      replace(state);
      resolve();
    });
    hear("change", patch);
    follow();
  });
}

/** Functions that are called when something but a key is pressed on this page. */
export const actions = new Set();

let complain = () => {};
export const onComplaint = (listener) => { complain = listener;};

// What waits to be sent, in order, because two requests may overtake each other. Milliseconds between requests keep
// the page below 60 changes a second (W3).
const waiting = [];
const spacing = 20;
const mostAtOnce = 16;
let isSending = false;

const isHeld = ({words}) => /^(play|switch) /.test(words);
const isRelease = ({words}) => / up$|^play \S+ [89]\S \S+ (00|40)$|^play \S+ 8/.test(words);

/**
 * Has the box do something, in the words of its scripts; shows what it refuses. Of words with the same `key` that wait,
 * only the newest are sent. Gives whether it was done. Nothing is kept while the connection is lost (W9). A tap has the
 * `time` of the box's clock.
 */
export function act(words, key, time) {
  if (link.isLost) {
    complain(lostSentence);
    return Promise.resolve(false);
  }
  if (!words.startsWith("play "))
    for (const listener of [...actions]) listener();
  if (words === "panic" || words === "tap") return send([{words}], {time});
  const same = key && waiting.find((entry) => entry.key === key);
  if (same) same.words = words;
  const entry = same ?? {words, key};
  entry.promise ??= new Promise((resolve) => { entry.done = resolve; });
  if (!same) waiting.push(entry);
  if (!isSending) drain();
  return entry.promise;
}

/** Taps: it counts when the browser saw the event (W11). */
export const tap = (event) => act("tap", undefined, tapTime(event.timeStamp));

async function drain() {
  isSending = true;
  while (waiting.length) {
    let count = 1;
    while (isHeld(waiting[0]) && count < mostAtOnce && waiting[count] && isHeld(waiting[count])) count++;
    const batch = waiting.splice(0, count);
    const isDone = link.isLost ? false : await send(batch);
    // The box stops at the first refusal: what was pressed before must not sound on.
    if (!isDone && batch.length > 1)
      for (const entry of batch.filter(isRelease)) await send([entry], {}, true);
    for (const entry of batch) entry.done?.(isDone);
    await new Promise((resolve) => { setTimeout(resolve, spacing); });
  }
  isSending = false;
}

async function send(batch, more = {}, isQuiet = false) {
  const words = batch.map((entry) => entry.words);
  try {
    await ask("do", {method: "POST", body: {do: words.length > 1 ? words : words[0], ...more}, wait: 4000});
    return true;
  } catch (error) {
    if (!isQuiet) complain(link.isLost ? lostSentence : error.message);
    return false;
  }
}

/** A name in quotes, as the words of the box have it. */
export const quote = (name) => `"${name.replaceAll("\"", "\"\"")}"`;

/** A port as `play` and `send` take it. */
export const portWord = (alias) => (/^[\w-]+$/.test(alias) ? alias : quote(alias));
