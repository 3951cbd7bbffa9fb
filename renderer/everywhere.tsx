import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { SnoozeLength } from '../common/snooze.ts';
import type { AppState } from '../common/contract/contract.ts';
import { useAppState } from './agent.tsx';
import { ShortcutSheet } from './components/shortcut-sheet.tsx';
import { Shortcuts, useCommand, useShortcut } from './components/shortcuts.tsx';
import { useDeeds } from './inbox/inbox-queries.ts';
import { lastLook, useLook } from './look.ts';
import { Palette } from './palette/palette.tsx';
import { useAct, useChangeSettings, useSettings } from './queries.ts';
import { Speaking, useWords } from './words.tsx';

/** Gives the window its look, its language and its keys, as they were chosen. */
export function AsChosen({ children }: { children: ReactNode }) {
  const settings = useSettings().data;
  const look = settings ?? lastLook();
  const system = useAppState()?.systemLanguages;
  useLook(look);
  return (
    <Speaking language={look.language} system={system}>
      <Shortcuts singleKeys={settings?.singleKeys !== false}>{children}</Shortcuts>
    </Speaking>
  );
}

/** The views, and the key that follows `g` to go there. */
export const views = [
  { path: '/inbox', name: 'inbox', key: 'i' },
  { path: '/watches', name: 'watches', key: 'w' },
  { path: '/reputation', name: 'reputation', key: 'r' },
  { path: '/settings', name: 'settings', key: 's' },
] as const;

function GoTo({ path, name, letter }: { path: string; name: (typeof views)[number]['name']; letter: string }) {
  const words = useWords();
  const [, go] = useLocation();
  const view = words(`common.views.${name}`);
  useCommand(words('shortcuts.goTo', { view }), () => go(path), {
    group: words('shortcuts.palette.goTo'),
    key: `g ${letter}`,
  });
  return null;
}

function Polling({ state }: { state: AppState }) {
  const words = useWords();
  const sync = useAct((client) => client.polling.syncNow(), { done: words('status.asked') });
  const pause = useAct((client) => client.polling.pause());
  const resume = useAct((client) => client.polling.resume());
  const snooze = useAct((client, length: SnoozeLength) => client.polling.snooze({ for: length }));
  const endSnooze = useAct((client) => client.polling.endSnooze());
  const deeds = useDeeds();
  const snoozed = state.snoozedUntil !== undefined;
  const group = words('shortcuts.palette.act');
  useCommand(words('shortcuts.syncNow'), () => sync.mutate(), { group, key: 'Shift+R', when: !state.paused });
  useCommand(words('shortcuts.pause'), () => pause.mutate(), { group, key: 'Shift+P', when: !state.paused });
  useCommand(words('shortcuts.resume'), () => resume.mutate(), { group, key: 'Shift+P', when: state.paused });
  useCommand(words('shortcuts.snooze30'), () => snooze.mutate('30-minutes'), { group, when: !snoozed });
  useCommand(words('shortcuts.snooze60'), () => snooze.mutate('1-hour'), { group, when: !snoozed });
  useCommand(words('shortcuts.snoozeTomorrow'), () => snooze.mutate('until-tomorrow'), { group, when: !snoozed });
  useCommand(words('shortcuts.endSnooze'), () => endSnooze.mutate(), { group, when: snoozed });
  useCommand(words('shortcuts.markAllRead'), () => deeds.markAllRead({}), { group, when: state.unread > 0 });
  return null;
}

/** Appearances and languages, as commands. */
function Choices() {
  const words = useWords();
  const settings = useSettings().data;
  const change = useChangeSettings();
  return (
    <>
      {(['system', 'light', 'dark', 'contrast'] as const).map((appearance) => (
        <Choice
          key={appearance}
          what={words('shortcuts.appearance', { name: words(`settings.appearance.${appearance}`) })}
          when={settings !== undefined && settings.appearance !== appearance}
          choose={() => change.mutate({ appearance })}
        />
      ))}
      {(['system', 'en', 'de'] as const).map((language) => (
        <Choice
          key={language}
          what={words('shortcuts.language', { name: words(`settings.language.${language}`) })}
          when={settings !== undefined && settings.language !== language}
          choose={() => change.mutate({ language })}
        />
      ))}
    </>
  );
}

function Choice({ what, when, choose }: { what: string; when: boolean; choose: () => void }) {
  const words = useWords();
  useCommand(what, choose, { when, group: words('shortcuts.palette.look') });
  return null;
}

/** The commands that work everywhere, the sheet that lists the keys, and the palette that finds them by name. */
export function Everywhere() {
  const words = useWords();
  const state = useAppState();
  const running = state?.phase === 'running';
  const [open, setOpen] = useState<'sheet' | 'palette'>();
  useShortcut('?', words('shortcuts.show'), () => setOpen('sheet'), { named: true });
  useShortcut('Mod+k', words('shortcuts.palette.open'), () => setOpen('palette'), { when: running });
  return (
    <>
      {running && views.map(({ path, name, key }) => <GoTo key={path} path={path} name={name} letter={key} />)}
      {running && <Polling state={state} />}
      <Choices />
      {open === 'sheet' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
    </>
  );
}
