#!/usr/bin/env bash
# Tries a Debian package of the server as a person gets it: installs it, runs its unit under that person's own systemd,
# upgrades it with the history kept, purges it, and looks that nothing of it is left. For a machine that is thrown away
# afterwards: it wants sudo without a password, and a home without an Askbell. Needs node for reading the history.
#
#   try-under-systemd.sh askbell-headless_1.2.0_amd64.deb
set -euo pipefail

NAME=askbell-headless
UNIT=askbell
deb=$(realpath "${1:?names the package to try}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '== %s\n' "$*"; }

fail() {
  printf 'failed: %s\n' "$*" >&2
  systemctl --user --no-pager --full status "$UNIT" >&2 || true
  journalctl --user --no-pager --lines=50 --unit="$UNIT" >&2 || true
  exit 1
}

# status_within SECONDS CODE: waits until "status" ends with that code.
status_within() {
  local code
  for ((tries = 0; tries < $1; tries += 1)); do
    code=0
    askbell-headless status >"$work/status" 2>&1 || code=$?
    [ "$code" != "$2" ] || return 0
    sleep 1
  done
  fail "status ends with $code instead of $2 after $1 s: $(cat "$work/status")"
}

# The items of the inbox, a line each.
items() {
  node --no-warnings -e '
    const { DatabaseSync } = require("node:sqlite");
    const history = new DatabaseSync(process.argv[1], { readOnly: true });
    for (const item of history.prepare("SELECT * FROM inbox_items ORDER BY rowid").all())
      console.log(JSON.stringify(item));
  ' "$HOME/.config/askbell/history.sqlite"
}

# The same package under a later version.
later_package() {
  dpkg-deb --raw-extract "$deb" "$work/later"
  sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
  dpkg-deb --root-owner-group -Zgzip --build "$work/later" "$work/later.deb" >/dev/null
}

start_own_systemd() {
  sudo loginctl enable-linger "$(id -un)"
  XDG_RUNTIME_DIR=/run/user/$(id -u)
  export XDG_RUNTIME_DIR
  export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
  for ((tries = 0; tries < 30; tries += 1)); do
    [ ! -S "$XDG_RUNTIME_DIR/bus" ] || return 0
    sleep 1
  done
  fail "there is no systemd of this person's own"
}

[ ! -e "$HOME/.config/askbell" ] || fail "there is an Askbell in this home already"

say install
sudo apt-get install --yes --no-install-recommends "$deb"
dpkg --listfiles "$NAME" >"$work/files"
status_within 1 3

say "run as the unit says, signed out"
start_own_systemd
systemctl --user daemon-reload
systemctl --user enable --now "$UNIT"
status_within 30 4
systemctl --user is-active --quiet "$UNIT" || fail "the unit is not active"

say "run on the demo network, for a history"
mkdir -p "$HOME/.config/systemd/user/$UNIT.service.d"
printf '[Service]\nExecStart=\nExecStart=/usr/bin/%s --hidden --demo\n' "$NAME" \
  >"$HOME/.config/systemd/user/$UNIT.service.d/demo.conf"
systemctl --user daemon-reload
systemctl --user restart "$UNIT"
status_within 60 0
for ((tries = 0; tries < 60; tries += 1)); do
  items >"$work/before"
  [ ! -s "$work/before" ] || break
  sleep 1
done
[ -s "$work/before" ] || fail "nothing came into the inbox"

say upgrade
systemctl --user stop "$UNIT"
items >"$work/before"
# What runs after the upgrade is to find this history, and not to write on it.
rm -r "$HOME/.config/systemd/user/$UNIT.service.d"
later_package
sudo apt-get install --yes --no-install-recommends "$work/later.deb"
dpkg-query --show --showformat='${Version}\n' "$NAME" | grep -q '+later$' || fail "the later version is not installed"
systemctl --user daemon-reload
systemctl --user restart "$UNIT"
# Whether somebody counts as signed in after the demo network does not matter here: it runs, and answers.
for ((tries = 0; tries < 30; tries += 1)); do
  code=0
  askbell-headless status >"$work/status" 2>&1 || code=$?
  [ "$code" = 3 ] || break
  sleep 1
done
case "$code" in 1 | 3) fail "it does not run after the upgrade: $(cat "$work/status")" ;; esac
items >"$work/after"
cmp "$work/before" "$work/after" || fail "the upgrade changed the history"

say purge
systemctl --user disable --now "$UNIT"
sudo apt-get purge --yes "$NAME"
systemctl --user daemon-reload
while read -r path; do
  if [ -f "$path" ] || [ -L "$path" ]; then fail "left behind: $path"; fi
done <"$work/files"
left=$(sudo find /etc /opt /usr /var/lib /var/cache -xdev -name '*askbell*' \
  -not -path '/var/cache/apt/*' -not -path '/var/lib/apt/*')
[ -z "$left" ] || fail "left behind: $left"
items >"$work/after"
cmp "$work/before" "$work/after" || fail "the purge touched a person's history"
say "nothing of the package is left, and the history is"
