#!/bin/sh
# unplug-source.sh COUNT FILE BOX: unplugs the keyboard while a note sounds and plugs it in again, COUNT times. FILE
# grows by the bytes that the synthesizer receives; BOX is the process that routes. Prints for each round the
# milliseconds from plugging in to the first note.
set -e
plug=/sys/kernel/config/usb_gadget/keys/UDC
heard=0

# Waits until the synthesizer has received $1 more bytes.
await() {
    heard=$((heard + $1)) turns=0
    until [ "$(stat -c %s "$file")" -ge $heard ]; do
        turns=$((turns + 1))
        [ $turns -lt 500 ] || { echo "round $round: $2 was not heard"; exit 1; }
        sleep 0.02
    done
}

# Opens the keyboard's own side once the box has opened the other side.
connect() {
    until card=$(basename /sys/devices/platform/dummy_hcd.0/usb*/*/*/sound/card* 2>/dev/null) &&
        ls -l "/proc/$box/fd" 2>/dev/null | grep -q "midiC${card#card}D"; do sleep 0.02; done
    exec 4>"/dev/snd/$(basename /sys/devices/platform/dummy_udc.0/gadget.*/sound/card*/midi*)"
}

# Hundredths of a second since the board was started.
clock() { read -r now rest </proc/uptime && now=$((${now%.*} * 100 + 1${now#*.} - 100)); }

file=$2 box=$3
heard=$(stat -c %s "$file")
round=0
connect
while [ $round -lt "$1" ]; do
    round=$((round + 1))
    printf '\220\074\100' >&4
    await 3 "the key"
    exec 4>&-
    echo >$plug
    await 3 "its release by the plug"
    echo dummy_udc.0 >$plug
    clock && start=$now
    connect
    printf '\220\074\100\200\074\100' >&4
    await 6 "a key after the plug was put in again"
    clock && echo $(((now - start) * 10))
done
