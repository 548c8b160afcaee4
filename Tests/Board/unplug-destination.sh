#!/bin/sh
# unplug-destination.sh COUNT BOX WHEN: unplugs the synthesizer while it sounds, releases the key and plugs it in again,
# COUNT times. WHEN is the time of the release: `after` or `before` the box (process BOX) has closed the synthesizer.
# Prints for each round the milliseconds from plugging in to the note-off.
set -e
plug=/sys/kernel/config/usb_gadget/synth/UDC
heard=/tmp/heard

# Waits until the synthesizer has received exactly these bytes.
await() {
    turns=0
    until [ "$(stat -c %s $heard)" -ge 3 ]; do
        turns=$((turns + 1))
        [ $turns -lt 500 ] || { echo "round $round: $2 was not heard"; exit 1; }
        sleep 0.02
    done
    [ "$(xxd -p $heard)" = "$1" ] || { echo "round $round: heard $(xxd -p $heard) for $2"; exit 1; }
}

# Listens at the synthesizer's own side, before the box's side of the kernel knows the device.
listen() {
    until midi=$(ls -d /sys/devices/platform/dummy_udc.1/gadget.*/sound/card*/midi* 2>/dev/null); do :; done
    exec 5<"/dev/snd/${midi##*/}"
    : >$heard
    cat <&5 4>&- >>$heard 2>/dev/null &
    exec 5<&-
}

# Waits until the box has opened the synthesizer.
connect() {
    until card=$(basename /sys/devices/platform/dummy_hcd.1/usb*/*/*/sound/card* 2>/dev/null) && opened; do
        sleep 0.02
    done
}

opened() { ls -l "/proc/$box/fd" 2>/dev/null | grep -q "midiC${card#card}D"; }

# Hundredths of a second since the board was started.
clock() { read -r now rest </proc/uptime && now=$((${now%.*} * 100 + 1${now#*.} - 100)); }

exec 4>"/dev/snd/$(basename /sys/devices/platform/dummy_udc.0/gadget.*/sound/card*/midi*)"
listen
box=$2
round=0
while [ $round -lt "$1" ]; do
    round=$((round + 1))
    connect
    : >$heard
    printf '\220\074\100' >&4
    await 904840 "the key"
    echo >$plug
    if [ "$3" = after ]; then
        while opened; do sleep 0.02; done
    fi
    printf '\200\074\100' >&4
    wait
    clock && start=$now
    echo dummy_udc.1 >$plug
    listen
    await 804840 "the release behind the plug"
    clock && echo $(((now - start) * 10))
done
# The last listener ends with the plug.
echo >$plug
wait
echo dummy_udc.1 >$plug
