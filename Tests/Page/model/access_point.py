"""The QR code of the pretended access point, as the box answers `wifi/code` (L6)."""

NAME, TEXT = "Stage board", "WIFI:T:WPA;S:Stage board;P:hq7mzk4c9vbt;;"
# The rows of the code of TEXT, from the top; the highest bit is the left module.
ROWS = """
    1fc5537f 1047fd41 1752245d 1752d85d 1753075d 1058b141 1fd5557f 001f0700 17ceee7c 04015b56 196b6ce8 0dbf32d3
    045cb03c 008ec336 01e0b4a4 132b4448 0ade8c2b 1ea4da5a 145bad30 10384591 17e019fc 00149d14 1fc9f754 105eb718
    175949fb 1756931b 175a36fe 1045919a 1fdf7e18
""".split()


def code():
    return {"name": NAME, "rows": ["{:0{}b}".format(int(row, 16), len(ROWS)) for row in ROWS]}
