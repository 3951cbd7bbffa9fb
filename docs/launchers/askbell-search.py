#!/usr/bin/env python3
"""Search provider of GNOME Shell and runner of KRunner: finds and opens items of the running Askbell."""

import json
import os
import shlex
import subprocess

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "io.github.askbell.Search"
GNOME = "org.gnome.Shell.SearchProvider2"
KDE = "org.kde.krunner1"
# How Askbell is called, for example "npm run headless --" in a clone.
ASKBELL = shlex.split(os.environ.get("ASKBELL", "askbell"))


def askbell(*args):
    """Returns what a command prints; nothing where Askbell does not run."""
    answer = subprocess.run([*ASKBELL, *args], capture_output=True, text=True, timeout=20)
    return answer.stdout if answer.returncode == 0 else ""


class Search(dbus.service.Object):
    """Answers both desktops; ids are the numbers of items."""

    found = {}

    def find(self, words):
        answer = askbell("search", "--json", "--limit", "8", "--", *words)
        entries = {str(entry["number"]): entry for entry in json.loads(answer)["entries"] if "number" in entry} if answer else {}
        self.found.update(entries)
        return dbus.Array(entries, signature="s")

    @dbus.service.method(GNOME, "as", "as")
    def GetInitialResultSet(self, words):
        return self.find(words)

    @dbus.service.method(GNOME, "asas", "as")
    def GetSubsearchResultSet(self, _previous, words):
        return self.find(words)

    @dbus.service.method(GNOME, "as", "aa{sv}")
    def GetResultMetas(self, ids):
        entries = [(id, self.found[id]) for id in ids if id in self.found]
        return dbus.Array(
            [{"id": id, "name": one["title"], "description": one["site"]["name"]} for id, one in entries],
            signature="a{sv}",
        )

    @dbus.service.method(GNOME, "sasu", "")
    def ActivateResult(self, id, _words, _time):
        askbell("open", id)

    @dbus.service.method(GNOME, "asu", "")
    def LaunchSearch(self, _words, _time):
        askbell("open")

    @dbus.service.method(KDE, "s", "a(sssida{sv})")
    def Match(self, query):
        ids = self.find(query.split()) if len(query) > 2 else []
        matches = [
            (id, self.found[id]["title"], "io.github.askbell", 30, 0.5, {"subtext": self.found[id]["site"]["name"]})
            for id in ids
        ]
        return dbus.Array(matches, signature="(sssida{sv})")

    @dbus.service.method(KDE, "", "a(sss)")
    def Actions(self):
        return dbus.Array([], signature="(sss)")

    @dbus.service.method(KDE, "ss", "")
    def Run(self, id, _action):
        askbell("open", id)


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
search = Search(bus, "/search")
GLib.MainLoop().run()
