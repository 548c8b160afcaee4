// The stream of events of the box, and whether it is heard (W9).

import {address, ask} from "./requests.js";

// Milliseconds: how long silence may last, how long a new connection may take, and the pauses between trials.
const silence = 2000;
const patience = 4000;
const [shortestPause, longestPause] = [500, 4000];

/** Whether the box is not heard, and who wants to know: listeners get `isLost`. */
export const link = {
  isLost: true,
  listeners: new Set()
};

const hearers =
    new Map(["state", "change", "messages", "alive", "files", "bye", "version"].map((name) => [name, new Set()]));
let stream, timer, trial, epoch;
let pause = shortestPause;
let query = "";
// The least that the box's clock was behind the browser's when an event came, in milliseconds. All taps of a series
// have the same, so that only the times between them count.
let offset, tapOffset;
let tappedAt = -Infinity;

/** Calls `listener(data)` for each event of a name. Returns a function that ends this. */
export function hear(name, listener) {
  hearers.get(name).add(listener);
  return () => hearers.get(name).delete(listener);
}

/** The box's clock when a tap was seen, in milliseconds; undefined if its series began before the box told its time. */
export function tapTime(seenAt) {
  if (seenAt - tappedAt > silence) tapOffset = offset;
  tappedAt = seenAt;
  return tapOffset && seenAt - tapOffset;
}

function tell(name, data) {
  for (const hearer of hearers.get(name)) hearer(data);
}

function setLost(isLost) {
  if (link.isLost === isLost) return;
  link.isLost = isLost;
  for (const listener of link.listeners) listener(isLost);
}

/** Opens the stream, in place of an open one. The first event is the whole state. */
function openStream() {
  stream?.close();
  clearTimeout(trial);
  const own = new EventSource(address("events") + query);
  stream = own;
  for (const name of hearers.keys()) own.addEventListener(name, (event) => own === stream && take(name, event));
  own.onerror = () => own === stream && lose(own.readyState === EventSource.CLOSED);
  clearTimeout(timer);
  timer = setTimeout(lose, patience);
}

function take(name, event) {
  clearTimeout(timer);
  timer = setTimeout(lose, silence);
  pause = shortestPause;
  const data = JSON.parse(event.data || "{}");
  // Forgets slowly, 0.2 ms a second, because the clocks may drift apart.
  if (name === "alive") offset = Math.min((offset ?? Infinity) + 0.2, performance.now() - data.time);
  if (name === "state") {
    const now = event.lastEventId.split(".")[0];
    // A box that has started anew has another clock, and maybe another page: the epoch begins with its hash.
    if (now !== epoch) offset = undefined;
    if (epoch !== undefined && now.split("-")[0] !== epoch.split("-")[0]) tell("version");
    epoch = now;
  }
  tell(name, data);
  if (name === "state") setLost(false);
  if (name === "bye") leave(data.reason);
}

/** Says that the box is not heard, and tries again after a pause that grows. */
function lose(isRefused) {
  stream?.close();
  stream = undefined;
  clearTimeout(timer);
  clearTimeout(trial);
  setLost(true);
  trial = setTimeout(openStream, pause);
  pause = Math.min(longestPause, pause * 2);
  // Asked at once, so that a browser that was forgotten shows why.
  if (isRefused === true) ask("hello").then(({paired}) => paired || location.reload(), () => {});
}

function leave(reason) {
  if (reason === "forgotten") return location.reload();
  lose();
  // Other pages of this browser took the place. This one tries again when somebody looks at it.
  if (reason === "full") clearTimeout(trial);
}

const retry = () => {
  if (link.isLost && !document.hidden) {
    pause = shortestPause;
    openStream();
  }
};

/** Begins, and follows what the browser knows about its network. */
export function follow() {
  addEventListener("online", retry);
  addEventListener("offline", () => lose());
  document.addEventListener("visibilitychange", () => {
    retry();
    askForMessages();
  });
  addEventListener("pageshow", (event) => event.persisted && openStream());
  addEventListener("pagehide", () => stream?.close());
  openStream();
}

const readers = new Set();

/** Calls `listener(list, missed)` with messages while this page is seen, and only then has the box send them. */
export function watchMessages(listener) {
  readers.add(listener);
  askForMessages();
  return () => {
    readers.delete(listener);
    askForMessages();
  };
}

function askForMessages() {
  const wanted = readers.size && !document.hidden ? "?messages=all" : "";
  if (wanted === query) return;
  query = wanted;
  if (!link.isLost) openStream();
}

hear("messages", ({list, missed}) => {
  const messages =
      list.map(([time, kind, port, bytes, routing, reason]) => ({time, kind, port, bytes, routing, reason}));
  for (const reader of readers) reader(messages, missed ?? 0);
});
