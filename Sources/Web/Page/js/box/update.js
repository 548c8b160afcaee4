// The version that runs, and another one.

import {h} from "../dom.js";
import {current} from "../store.js";
import {ask} from "../requests.js";
import {facts} from "../parts/facts.js";
import {openDialog} from "../parts/menu.js";
import {toast} from "../parts/toast.js";
import {uploadButton} from "../parts/upload.js";

const period = 1000;  // milliseconds between two looks at how far it is

/** Installs the update that the box has. The machine restarts then, and the page finds it again. */
async function install(version, isOlder = false) {
  try {
    await ask("update/install", {method: "POST", body: isOlder ? {older: true} : {}});
    follow(version);
  } catch (error) { toast(error.message); }
}

async function follow(version) {
  try {
    const {state, percent, message} = await ask("update");
    if (state === "failed") return toast(message);
    toast(state === "writing" ? `${version} is written: ${percent} %` : `${version} is written. The machine restarts.`);
    if (state === "writing") setTimeout(follow, period, version);
  } catch { /* it restarts */
  }
}

function offer({version, relation}) {
  const go = () => {
    dialog.close();
    install(version, relation === "older");
  };
  const words = relation === "same" ? "It is the version that runs." : `It is ${relation} than the version that runs.`;
  const dialog = openDialog(
      "Update",
      h("h2", `Treadle ${version}`),
      h("p", `The file is whole and signed. ${words} The machine restarts when it is written.`),
      h("div.row",
        h("button.grow", {onclick: () => dialog.close()}, "Cancel"),
        h("button.grow.on", {onclick: go}, "Install")));
}

export function updatePanel({update, uptime}) {
  const {box} = current();
  const version = update?.version ?? box.version;
  return h(
      "section.panel",
      h("header", h("h2", "Treadle")),
      facts([
        ["Version", [version, update?.commit].filter(Boolean).join(", ")],
        ["Board", box.board],
        ["Slot", update?.slot && `${update.slot}${update.other ? `, the other has ${update.other}` : ""}`],
        ["Runs for", uptime]
      ]),
      // Only an image has slots, and a board.
      box.board ?
          h("div.row.wrap",
            update?.found && h("button.grow", {onclick: () => install(update.found)}, `Update to ${update.found}`),
            uploadButton("Upload an update …", ".treadle", "update", "application/octet-stream", offer)) :
          h("p.dim", "This box is updated by the system that it runs on."),
      h("a.button", {href: "#edit/box"}, "Settings of the box"));
}
