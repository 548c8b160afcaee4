// Browsers that are paired, and tokens of programs.

import {h} from "../dom.js";
import {askFor} from "../parts/ask.js";
import {attempt, forgetButton} from "../parts/forget.js";
import {menu, openDialog} from "../parts/menu.js";

const entry = (name, isThis, detail, forget) =>
    h("li",
      h("div.grow", h("div", name, isThis && h("span.dim", " (this one)")), h("div.dim.label", detail)),
      forgetButton(name, forget));

const days = ({since, seen}) => [since && `since ${since}`, seen && `seen ${seen}`].filter(Boolean).join(", ");

// The browser itself is asked first: without a code from the display it could not come back.
function forget({name, id, isThis}, reopen) {
  const run = () => attempt(`${name} is forgotten.`, `browsers/${id}`, "DELETE", reopen);
  if (isThis) menu("Forget", [["Forget", run, {warn: true}]]);
  else run();
}

/** `reopen()` reads the list anew. */
export function browserPanel(list, reopen) {
  const pair = () => attempt("The display shows a code for one minute.", "browsers", "POST", reopen, {});
  return h(
      "section.panel",
      h("header", h("h2", "Paired browsers"), h("button.small", {onclick: pair}, "Pair another")),
      h("ul.peers",
        list.map(
            (browser) => entry(
                browser.name,
                browser.isThis,
                days(browser),
                () => forget(browser, reopen)))),
      h("p.dim.label", "Whoever can listen in this network can read what this page sends."));
}

export function tokenPanel(list = [], reopen) {
  const show = ({token}) => {
    const dialog = openDialog(
        "Token",
        h("h2", "Token"),
        h("p", "It is shown once. A program sends it as Authorization: Bearer."),
        h("p.mono.token", token),
        h("button.on",
          {
            onclick: () => {
              dialog.close();
              reopen();
            }
          },
          "Done"));
  };
  const create = () =>
      askFor("New token", "Name of the program", "", (name) => attempt("", "tokens", "POST", show, {name}));
  return h(
      "section.panel",
      h("header", h("h2", "Programs"), h("button.small", {onclick: create}, "New token")),
      list.length ? h("ul.peers",
                      list.map(
                          (token) => entry(
                              token.name,
                              false,
                              [token.read && "may only read", days(token)].filter(Boolean).join(", "),
                              () => attempt(`${token.name} is forgotten.`, `tokens/${token.id}`, "DELETE", reopen)))) :
                    h("p.dim", "No program has a token."));
}
