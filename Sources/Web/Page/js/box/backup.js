// Backup of the configuration, and restoring one (W15).

import {h} from "../dom.js";
import {current} from "../store.js";
import {address, ask} from "../requests.js";
import {facts} from "../parts/facts.js";
import {openDialog} from "../parts/menu.js";
import {toast} from "../parts/toast.js";
import {uploadButton} from "../parts/upload.js";
import {faultList} from "../edit/faults.js";

const words = {
  same: "is the same",
  differs: "differs",
  new: "is new",
  goes: "goes, kept as .before"
};

export function backupPanel({files, bytes, last}) {
  const name = `${current().box.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.tar`;
  return h(
      "section.panel",
      h("header", h("h2", "Backup")),
      facts([
        ["Configuration", files != null && `${files} files, ${Math.round(bytes / 1024)} KB`],
        ["Last download", last]
      ].filter(([, value]) => value)),
      h("div.row.wrap",
        h("a.button.grow", {href: address("backup.tar"), download: name}, "Download"),
        uploadButton("Restore …", ".tar,application/x-tar", "restore", "application/x-tar", compare)));
}

/** Shows what an archive would change, before it changes anything. */
function compare({id, files = [], diagnostics = []}, archive) {
  const isGood = !diagnostics.some(({severity}) => severity === "error");
  const state = (entry) => Object.values(entry).find((value) => words[value]);
  const restore = async () => {
    dialog.close();
    try {
      await ask(`restore/${id}`, {method: "POST", body: {}, wait: 60000});
      toast("Restored");
    } catch (error) { toast(error.message); }
  };
  const dialog = openDialog(
      "Restore",
      h("h2", archive.name),
      isGood ? h("p.dim", "The archive is whole and its configuration has no errors.") : faultList(diagnostics),
      h("ul.peers", files.map((entry) => h("li", h("span.grow.mono", entry.path), h("span.dim", words[state(entry)])))),
      h("div.row",
        h("button.grow", {onclick: () => dialog.close()}, "Cancel"),
        h("button.grow.on", {disabled: !isGood, onclick: restore}, "Restore")));
}
