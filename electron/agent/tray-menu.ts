import type { TrayMenuItem, TrayStatus, TrayView } from '../desktop/desktop.ts';
import type { KeptCondition } from './conditions.ts';
import type { Held } from './held.ts';
import { signed } from './notices.ts';

/** What the tray is made of. */
export interface TrayFacts {
  now: number;
  phase: 'starting' | 'welcome' | 'signing-in' | 'running';
  /** The most pressing first. */
  conditions: KeptCondition[];
  paused: boolean;
  snoozedUntil?: number | undefined;
  /** Quiet hours, or the system's "do not disturb". */
  quiet?: boolean;
  unreadCount: number;
  /** The latest unread, newest first; ten are shown. */
  unread: { key: string; title: string; siteName: string; createdAt: number }[];
  reputationToday: number;
  quota?: { max: number; remaining: number } | undefined;
  held?: Held | undefined;
  /** What is asked next, and when (ms since the epoch). */
  next?: { what: string; at: number } | undefined;
}

const mostItems = 10;
const longestTitle = 60;

/** Builds the tray's picture, tooltip and menu from the state of things. Pure. */
export function trayView(facts: TrayFacts): TrayView {
  const menu: TrayMenuItem[] = [];
  const separate = () => {
    if (menu.length > 0 && menu.at(-1)?.type !== 'separator') menu.push({ type: 'separator' });
  };
  const problem = facts.conditions.find((condition) => condition.severity === 'problem');
  if (problem) {
    menu.push({ type: 'label', label: problem.title });
    if (problem.retryAt !== undefined && Number.isFinite(problem.retryAt) && !facts.held) {
      menu.push({ type: 'label', label: `Next try in ${waiting(problem.retryAt - facts.now)}` });
    }
  }
  if (facts.held) {
    if (!problem) menu.push({ type: 'label', label: heldWords[facts.held.why] });
    menu.push({ type: 'label', label: goesOn(facts.held, facts.now) });
  }
  const running = facts.phase === 'running';
  if (running) {
    separate();
    for (const item of facts.unread.slice(0, mostItems)) {
      menu.push({
        type: 'action',
        label: `${shortened(item.title)}  ·  ${item.siteName}, ${age(facts.now - item.createdAt)}`,
        command: { do: 'open-item', key: item.key },
      });
    }
    if (facts.unreadCount > mostItems) menu.push({ type: 'label', label: `and ${facts.unreadCount - mostItems} more unread` });
    if (facts.unread.length === 0) menu.push({ type: 'label', label: 'Nothing unread' });
    separate();
    menu.push({
      type: 'action',
      label: facts.reputationToday === 0 ? 'No reputation change today' : `${signed(facts.reputationToday)} reputation today`,
      command: { do: 'open-window', view: 'reputation' },
    });
    separate();
    // A share, not a count: a menu that changes with every request would close while a person reads it.
    if (facts.quota) menu.push({ type: 'label', label: `${share(facts.quota)} % of the day’s requests left` });
    menu.push({ type: 'action', label: 'Sync now', command: { do: 'sync-now' }, enabled: !facts.paused });
    menu.push(
      facts.snoozedUntil === undefined
        ? {
            type: 'submenu',
            label: 'Snooze notifications',
            items: [
              { type: 'action', label: 'For 30 minutes', command: { do: 'snooze', for: '30-minutes' } },
              { type: 'action', label: 'For 1 hour', command: { do: 'snooze', for: '1-hour' } },
              { type: 'action', label: 'Until tomorrow', command: { do: 'snooze', for: 'until-tomorrow' } },
            ],
          }
        : { type: 'action', label: `End snooze (${waiting(facts.snoozedUntil - facts.now)} left)`, command: { do: 'end-snooze' } },
    );
    menu.push(
      facts.paused
        ? { type: 'action', label: 'Resume polling', command: { do: 'resume' } }
        : { type: 'action', label: 'Pause polling', command: { do: 'pause' } },
    );
    menu.push({ type: 'action', label: 'Mark all read', command: { do: 'mark-all-read' }, enabled: facts.unreadCount > 0 });
  }
  separate();
  menu.push({ type: 'action', label: 'Open Askbell', command: { do: 'open-window', view: running ? 'inbox' : 'welcome' } });
  if (running) menu.push({ type: 'action', label: 'Settings', command: { do: 'open-window', view: 'settings' } });
  menu.push({ type: 'action', label: 'Quit', command: { do: 'quit' } });
  return { status: trayStatus(facts, problem), unread: facts.unreadCount, tooltip: tooltip(facts, problem), menu };
}

const offlineKinds = new Set<KeptCondition['kind']>(['offline', 'timeout', 'throttled', 'quota-exhausted', 'server-fault']);

function trayStatus(facts: TrayFacts, problem: KeptCondition | undefined): TrayStatus {
  if (facts.phase === 'welcome') return 'attention';
  if (problem) return offlineKinds.has(problem.kind) ? 'offline' : 'attention';
  if (facts.paused) return 'paused';
  return facts.unreadCount > 0 ? 'unread' : 'idle';
}

function tooltip(facts: TrayFacts, problem: KeptCondition | undefined): string {
  const parts: string[] = [];
  if (facts.phase === 'starting') parts.push('starting');
  else if (facts.phase !== 'running') parts.push('not signed in');
  if (problem) parts.push(problem.title);
  if (facts.phase === 'running') {
    if (facts.paused) parts.push('paused');
    if (facts.snoozedUntil !== undefined) parts.push('notifications snoozed');
    else if (facts.quiet === true) parts.push('quiet for now');
    parts.push(facts.unreadCount === 0 ? 'nothing unread' : `${facts.unreadCount} unread`);
    if (facts.quota) parts.push(`${facts.quota.remaining} of ${facts.quota.max} requests left`);
    if (facts.held) parts.push(goesOn(facts.held, facts.now).toLowerCase());
    else if (facts.next) parts.push(`next look at ${timeOfDay.format(facts.next.at)} (${facts.next.what})`);
  }
  return `Askbell: ${parts.join(', ')}`;
}

/** What stands still, where no condition says it. */
const heldWords: Record<Held['why'], string> = {
  quota: 'The day’s requests are used up',
  throttled: 'The network asked for a pause',
};

const goesOn = (held: Held, now: number): string => `Goes on in ${waiting(held.until - now)}`;

const share = ({ max, remaining }: { max: number; remaining: number }): number => (max > 0 ? Math.min(100, Math.floor((remaining / max) * 100)) : 0);

const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const shortened = (title: string): string =>
  title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).trimEnd()}…`;

/** How long ago, in the shortest words: `now`, `5 min`, `3 h`, `2 d`. Takes ms; a wrong clock never makes it negative. */
export function age(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** How long still, rounded up: `45 s`, `3 min`, `2 h`. Takes ms. */
export function waiting(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
