// The network of the box, its wireless networks included.

import {h, s} from "../dom.js";
import {facts} from "../parts/facts.js";
import {attempt, forgetButton} from "../parts/forget.js";
import {menu, openDialog} from "../parts/menu.js";

const quiet = 4;  // modules that have to be light around a QR code

/** Shows the QR code with which a phone joins the access point (L6). A row is a text, in which 1 is a dark module. */
function showCode({name, rows}) {
  const size = rows.length + 2 * quiet;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  const dialog = openDialog(
      "QR code",
      h("h2", `Join ${name}`),
      s("svg",
        {
          viewBox: `${-quiet} ${-quiet} ${size} ${size}`,
          class: "code",
          role: "img",
          "aria-label": `QR code to join ${name}`
        },
        s("path", {d: dark.join("")})),
      h("p.dim", "It holds the password."),
      h("button.on", {onclick: () => dialog.close()}, "Done"));
}

function peer({name, address, state = "paired", roundTrip, repaired, interval, port}, forget) {
  return h(
      "li",
      h("i", {"data-state": state, "aria-hidden": "true"}),
      h("div.grow", h("div", name ?? port ?? address), h("div.dim.label", address)),
      h("div.right",
        h("div", state),
        h("div.dim.label",
          roundTrip != null ? `${roundTrip} ms, ${repaired ?? 0} repaired`
          : interval != null ? `${interval} ms`
                             : port ?? "no port")),
      forget && forgetButton(name ?? address, forget));
}

/** `reopen()` reads the network anew. */
export function networkPanel(network, reopen) {
  const {link, addresses = [], wifi, session, port, peers = [], radio, bluetooth = [], bonds = []} = network;
  const devices = [...bluetooth, ...bonds.filter((bond) => !bluetooth.some(({address}) => address === bond.address))];
  const forget = ({name, address}) => {
    const run = () => attempt(`${name ?? address} is forgotten.`, `bluetooth/${address}`, "DELETE", reopen);
    menu(name ?? address, [["Forget", run, {warn: true}]]);
  };
  const buttons = [
    wifi?.startsWith("access point") &&
        h("button.grow", {onclick: () => attempt("", "wifi/code", "GET", showCode)}, "Show QR code"),
    radio === "on" &&
        h("button.grow",
          {
            "aria-label": "Pair by Bluetooth",
            onclick: () => attempt("New devices may pair for two minutes.", "bluetooth", "POST", reopen, {})
          },
          "Pair")
  ];
  return h(
      "section.panel",
      h("header", h("h2", "Network"), h("span.dim", link)),
      facts([
        ...addresses.map(({interface: name, address}) => [name, h("span.num", address)]),
        ["Wi-Fi", wifi],
        ["Session", session && `${session}, UDP ${port}`]
      ]),
      h("ul.peers",
        peers.map((one) => peer(one)),
        devices.map((one) => peer(
            one,
            bonds.some(({address}) => address === one.address) && (() => forget(one))))),
      buttons.some(Boolean) && h("div.row.wrap", buttons));
}
