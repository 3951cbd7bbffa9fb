#!/bin/bash

# Delete the link to the binary
# update-alternatives --remove <name> <path>: 'path' must be the registered alternative binary,
# not the generic symlink — see https://man7.org/linux/man-pages/man1/update-alternatives.1.html
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
    rm -f '/usr/bin/${executable}'
fi

APPARMOR_PROFILE_DEST='/etc/apparmor.d/${executable}'

# Remove and unload apparmor profile.
if [ -f "$APPARMOR_PROFILE_DEST" ]; then
  # Unload the profile from the running kernel before deleting the file so the
  # policy is not left enforced until the next reboot.  Mirror the chroot guard
  # used in the after-install script — live AppArmor operations are not
  # meaningful inside a chroot.
  # https://wiki.debian.org/AppArmor/HowToUse
  if apparmor_status --enabled > /dev/null 2>&1; then
    if ! { [ -x '/usr/bin/ischroot' ] && /usr/bin/ischroot; } && hash apparmor_parser 2>/dev/null; then
      apparmor_parser --remove "$APPARMOR_PROFILE_DEST" || true
    fi
  fi
  rm -f "$APPARMOR_PROFILE_DEST"
fi
# Above is electron-builder's own script. An upgrade runs this as well ("upgrade" in a deb, 1 in an rpm): nothing is said.
case "$1" in
  remove | purge | 0)
    echo "Askbell is removed. Settings and history stay in ~/.config/Askbell of everyone who used it."
    echo "Whoever does not want to keep them deletes that folder, and ~/.config/autostart/askbell.desktop."
    # A program that runs keeps what is deleted of it; its file is then called so.
    people=$(find /proc -maxdepth 2 -path '/proc/[0-9]*/exe' \( -lname '/opt/${sanitizedProductName}/${executable}' \
      -o -lname '/opt/${sanitizedProductName}/${executable} (deleted)' \) -printf '%u\n' 2>/dev/null | sort -u | paste -s -d ' ')
    if [ -n "$people" ]; then
      echo "Askbell is still running for: $people. It runs on until each of them quits it from the tray."
    fi
    ;;
esac
