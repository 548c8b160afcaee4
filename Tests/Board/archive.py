"""Writes archives in the format of an initramfs ("newc"), to add a few files to one."""

import stat


def pack(files):
    """files: path -> (content, executable). The kernel unpacks the result after the archive before it."""
    entries, folders = [], set()
    for path, (content, executable) in files.items():
        parts = path.strip("/").split("/")
        for depth in range(1, len(parts)):
            folder = "/".join(parts[:depth])
            if folder not in folders:
                folders.add(folder)
                entries.append((folder, stat.S_IFDIR | 0o755, b""))
        if isinstance(content, str):
            content = content.encode()
        entries.append(("/".join(parts), stat.S_IFREG | (0o755 if executable else 0o644), content))
    entries.append(("TRAILER!!!", 0, b""))
    return b"".join(_entry(number, *entry) for number, entry in enumerate(entries, 1))


def _entry(number, path, mode, content):
    name = path.encode() + b"\0"
    fields = [number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name), 0]
    header = b"070701" + b"".join(b"%08X" % field for field in fields)
    return _padded(header + name) + _padded(content)


def _padded(data):
    return data + bytes(-len(data) % 4)
