"""pymidi as responder: prints a line of JSON for what it hears. Runs in the environment that `tools.pymidi` makes."""

import json
import logging
import sys

from pymidi import server


class Handler(server.Handler):
    @staticmethod
    def tell(**values):
        print(json.dumps(values), flush=True)

    def on_peer_connected(self, peer):
        self.tell(connected=str(peer.name))

    def on_peer_disconnected(self, peer):
        self.tell(gone=str(peer.name))

    def on_midi_commands(self, peer, commands):
        for command in commands:
            # Bytes are what pymidi 0.5.0 has no names for.
            values = {name: int(value) for name, value in command.params.items()
                      if name[0] != "_" and not isinstance(value, bytes)}
            self.tell(command=str(command.command), channel=int(command.channel or 0), **values)


def main():
    logging.basicConfig(level=logging.WARNING)
    made = server.Server([(sys.argv[1], int(sys.argv[2]))])
    made.add_handler(Handler())
    print(json.dumps({"ready": True}), flush=True)
    made.serve_forever()


if __name__ == "__main__":
    main()
