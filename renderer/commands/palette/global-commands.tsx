/**
 * The palette's room: `global-commands` are the commands that work in every view, and `palette` finds any command and
 * any inbox item by name. It stands above the views, because its commands act on what the views show.
 */

import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AppState } from '../../../common/contract/contract.ts';
import { useAppState } from '../../agent/agent-context.tsx';
import { ErrorBoundary } from '../../widgets/parts/error-boundary.tsx';
import { laterDialog } from '../../widgets/parts/later.tsx';
import { ShortcutSheet } from '../shortcut-sheet.tsx';
import { CommandProvider, useCommand, useShortcut } from '../shortcuts.tsx';
import { useOpenPanel } from '../../agent/use-open-panel.ts';
import { useFeedActions } from '../../feed/feed-actions.ts';
import { readStoredAppearance, useTheme } from '../../appearance/theme.ts';
import { useChangeSettings, useSettings } from '../../agent/queries.ts';
import { UntilDialog } from '../../widgets/dialogs/later-dialogs.ts';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { LanguageProvider, languageOptions, useWords } from '../../appearance/language.tsx';

/** The library of its list is as large as all that the first view shows. */
const Palette = laterDialog(() => import('./palette.tsx').then((part) => part.Palette));

/** Applies the chosen look, language and keys to the window. */
export function Preferences({ children }: { children: ReactNode }) {
  const settings = useSettings().data;
  const look = settings ?? readStoredAppearance();
  const system = useAppState()?.systemLanguages;
  useTheme(look);
  return (
    <LanguageProvider language={look.language} system={system}>
      <CommandProvider singleKeys={settings?.singleKeys !== false}>{children}</CommandProvider>
    </LanguageProvider>
  );
}

/** The views, and the key that follows `g` to go there. */
export const VIEWS = [
  { path: '/inbox', name: 'inbox', key: 'i' },
  { path: '/watches', name: 'watches', key: 'w' },
  { path: '/reputation', name: 'reputation', key: 'r' },
  { path: '/settings', name: 'settings', key: 's' },
] as const;

function ViewCommand({ path, name, letter }: { path: string; name: (typeof VIEWS)[number]['name']; letter: string }) {
  const words = useWords();
  const [, go] = useLocation();
  const view = words(`common.views.${name}`);
  useCommand(words('shortcuts.goTo', { view }), () => go(path), {
    group: words('shortcuts.palette.goTo'),
    key: `g ${letter}`,
  });
  return null;
}

/** Where the tray leads when somebody wants to choose until when notifications wait. */
const SNOOZE_PATH = '/snooze';

function PollingCommands({ state }: { state: AppState }) {
  const words = useWords();
  const { sync, pause, resume, snooze, endSnooze } = usePollingActions();
  const actions = useFeedActions();
  const [isAsking, setAsking] = useState(false);
  const snoozed = state.snoozedUntil !== undefined;
  const group = words('shortcuts.palette.act');
  useCommand(words('status.syncNow'), () => sync.mutate(), { group, key: 'Shift+R', when: !state.paused });
  useCommand(words('shortcuts.pause'), () => pause.mutate(), { group, key: 'Shift+P', when: !state.paused });
  useCommand(words('shortcuts.resume'), () => resume.mutate(), { group, key: 'Shift+P', when: state.paused });
  useCommand(words('shortcuts.snooze30'), () => snooze.mutate('30-minutes'), { group, when: !snoozed });
  useCommand(words('shortcuts.snooze60'), () => snooze.mutate('1-hour'), { group, when: !snoozed });
  useCommand(words('shortcuts.snoozeTomorrow'), () => snooze.mutate('until-tomorrow'), { group, when: !snoozed });
  const [location, go] = useLocation();
  useCommand(words('watches.form.add'), () => go('/watches/new'), { group });
  const isSentHere = location === SNOOZE_PATH;
  if (isSentHere && !isAsking) setAsking(true);
  useEffect(() => {
    if (isSentHere) go('/inbox', { replace: true });
  }, [isSentHere, go]);
  useCommand(words('shortcuts.snoozeUntil'), () => setAsking(true), { group, when: !snoozed });
  useCommand(words('shortcuts.endSnooze'), () => endSnooze.mutate(), { group, when: snoozed });
  // In a feed, its own command says what is covered: what its filter leaves.
  const isElsewhere = !['/inbox', '/watches'].includes(location) && state.unread > 0;
  useCommand(words('inbox.markAll', { count: state.unread }), () => actions.markAllRead({}), {
    group,
    key: 'Shift+A',
    when: isElsewhere,
  });
  return isAsking && <UntilDialog onChoose={(until) => snooze.mutate(until)} onClose={() => setAsking(false)} />;
}

function PanelCommand() {
  const words = useWords();
  useCommand(words('panel.open'), useOpenPanel(), { group: words('shortcuts.palette.goTo') });
  return null;
}

/** Appearances and languages, as commands. */
function AppearanceCommands() {
  const words = useWords();
  const settings = useSettings().data;
  const change = useChangeSettings();
  return (
    <>
      {(['system', 'light', 'dark', 'contrast'] as const).map((appearance) => (
        <ChoiceCommand
          key={appearance}
          what={words('shortcuts.appearance', { name: words(`settings.appearance.${appearance}`) })}
          when={settings !== undefined && settings.appearance !== appearance}
          choose={() => change.mutate({ appearance })}
        />
      ))}
      {languageOptions(words).map(({ value: language, label: name }) => (
        <ChoiceCommand
          key={language}
          what={words('shortcuts.language', { name })}
          when={settings !== undefined && settings.language !== language}
          choose={() => change.mutate({ language })}
        />
      ))}
    </>
  );
}

function ChoiceCommand({ what, when, choose }: { what: string; when: boolean; choose: () => void }) {
  const words = useWords();
  useCommand(what, choose, { when, group: words('shortcuts.palette.look') });
  return null;
}

/**
 * The commands that work everywhere, the sheet that lists the keys, and the palette that finds them by name. `reads`:
 * somebody who is signed out reads the history.
 */
export function GlobalCommands({ reads = false }: { reads?: boolean }) {
  const words = useWords();
  const state = useAppState();
  const isSignedIn = state?.phase === 'running';
  const running = isSignedIn || reads;
  const [open, setOpen] = useState<'sheet' | 'palette'>();
  useShortcut('?', words('shortcuts.show'), () => setOpen('sheet'), { inPalette: true });
  useShortcut('Mod+k', words('shortcuts.palette.open'), () => setOpen('palette'), { when: running });
  return (
    // What cannot be fetched takes nothing else away.
    <ErrorBoundary>
      {running && VIEWS.map(({ path, name, key }) => <ViewCommand key={path} path={path} name={name} letter={key} />)}
      {isSignedIn && <PollingCommands state={state} />}
      {isSignedIn && <PanelCommand />}
      <AppearanceCommands />
      {open === 'sheet' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
    </ErrorBoundary>
  );
}
