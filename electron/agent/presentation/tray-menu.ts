import type { TrayMenuItem, TrayStatus, TrayView } from '../../desktop/desktop.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../../common/snooze.ts';
import { english } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { LocalizedCondition } from '../domain/conditions.ts';
import { heldUntil, type Held } from './polling-pause.ts';

/** What the tray is made of. */
export interface TrayFacts {
  now: number;
  phase: 'starting' | 'welcome' | 'signing-in' | 'running';
  /** The most pressing first. */
  conditions: LocalizedCondition[];
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
  /** What is spoken; English where it is left out. */
  speech?: Speech;
}

const mostItems = 10;
const longestTitle = 60;

/** Builds the tray's picture, tooltip and menu from the state of things. Pure. */
export function trayView(facts: TrayFacts): TrayView {
  const menu: TrayMenuItem[] = [];
  const { words, signed, percent } = facts.speech ?? english;
  const separate = () => {
    if (menu.length > 0 && menu.at(-1)?.type !== 'separator') menu.push({ type: 'separator' });
  };
  const problems = facts.conditions.filter((condition) => condition.severity === 'problem');
  const [problem] = problems;
  // Each network that waits has a time of its own.
  for (const told of problems.filter((each) => each === problem || isWait(each, facts))) {
    menu.push({ type: 'label', label: told.title });
    if (told.retryAt === undefined || !Number.isFinite(told.retryAt)) continue;
    menu.push({
      type: 'label',
      label: words(isWait(told, facts) ? 'tray.resumesIn' : 'tray.nextAttempt', {
        time: waiting(told.retryAt - facts.now, words),
      }),
    });
  }
  const running = facts.phase === 'running';
  if (running) {
    separate();
    for (const item of facts.unread.slice(0, mostItems)) {
      menu.push({
        type: 'action',
        label: words('tray.item', {
          title: shortened(item.title),
          site: item.siteName,
          age: age(facts.now - item.createdAt, words),
        }),
        command: { do: 'open-item', key: item.key },
      });
    }
    if (facts.unreadCount > mostItems)
      menu.push({ type: 'label', label: words('tray.moreUnread', { count: facts.unreadCount - mostItems }) });
    if (facts.unread.length === 0) menu.push({ type: 'label', label: words('tray.nothingUnread') });
    separate();
    menu.push({
      type: 'action',
      label:
        facts.reputationToday === 0
          ? words('tray.noChange')
          : words('tray.change', { change: signed(facts.reputationToday) }),
      command: { do: 'open-window', view: 'reputation' },
    });
    separate();
    // A share, not a count: a menu that changes with every request would close while a person reads it.
    if (facts.quota) menu.push({ type: 'label', label: words('tray.share', { share: percent(share(facts.quota)) }) });
    menu.push({ type: 'action', label: words('tray.syncNow'), command: { do: 'sync-now' }, enabled: !facts.paused });
    menu.push(
      facts.snoozedUntil === undefined
        ? {
            type: 'submenu',
            label: words('tray.snooze'),
            items: lengthsOf(SNOOZE_LENGTHS).map((length) => ({
              type: 'action',
              label: words(`tray.${SNOOZE_LENGTHS[length]}`),
              command: { do: 'snooze', for: length },
            })),
          }
        : {
            type: 'action',
            label: words('tray.endSnooze', { time: waiting(facts.snoozedUntil - facts.now, words) }),
            command: { do: 'end-snooze' },
          },
    );
    menu.push(
      facts.paused
        ? { type: 'action', label: words('tray.resume'), command: { do: 'resume' } }
        : { type: 'action', label: words('tray.pause'), command: { do: 'pause' } },
    );
    menu.push({
      type: 'action',
      label: words('tray.markAllRead'),
      command: { do: 'mark-all-read' },
      enabled: facts.unreadCount > 0,
    });
  }
  separate();
  menu.push({
    type: 'action',
    label: words('tray.open'),
    command: { do: 'open-window', view: running ? 'inbox' : 'welcome' },
  });
  if (running)
    menu.push({ type: 'action', label: words('tray.settings'), command: { do: 'open-window', view: 'settings' } });
  menu.push({ type: 'action', label: words('tray.quit'), command: { do: 'quit' } });
  return { status: trayStatus(facts, problem), unread: facts.unreadCount, tooltip: tooltip(facts, problem), menu };
}

/** Whether polling stands still because of it until a known moment. */
const isWait = (condition: LocalizedCondition, { now, paused }: TrayFacts): boolean =>
  !paused && heldUntil(now, [condition]) !== undefined;

const offlineKinds = new Set<LocalizedCondition['kind']>([
  'offline',
  'timeout',
  'throttled',
  'quota-exhausted',
  'server-fault',
]);

function trayStatus(facts: TrayFacts, problem: LocalizedCondition | undefined): TrayStatus {
  if (facts.phase === 'welcome') return 'attention';
  if (problem) return offlineKinds.has(problem.kind) ? 'offline' : 'attention';
  if (facts.paused) return 'paused';
  return facts.unreadCount > 0 ? 'unread' : 'idle';
}

function tooltip(facts: TrayFacts, problem: LocalizedCondition | undefined): string {
  const speech = facts.speech ?? english;
  const { words, number } = speech;
  const parts: string[] = [];
  if (facts.phase === 'starting') parts.push(words('tray.tooltip.starting'));
  else if (facts.phase !== 'running') parts.push(words('tray.tooltip.notSignedIn'));
  if (problem) parts.push(problem.title);
  if (facts.phase === 'running') {
    if (facts.paused) parts.push(words('tray.tooltip.paused'));
    if (facts.snoozedUntil !== undefined) parts.push(words('tray.tooltip.snoozed'));
    else if (facts.quiet === true) parts.push(words('tray.tooltip.quiet'));
    parts.push(
      facts.unreadCount === 0
        ? words('tray.tooltip.nothingUnread')
        : words('tray.tooltip.unread', { count: facts.unreadCount }),
    );
    if (facts.quota)
      parts.push(words('tray.tooltip.left', { left: number(facts.quota.remaining), max: number(facts.quota.max) }));
    if (facts.held) parts.push(words('tray.tooltip.resumesIn', { time: waiting(facts.held.until - facts.now, words) }));
    else if (facts.next)
      parts.push(
        words('tray.tooltip.nextCheck', {
          time: speech.clockTime(new Date(facts.next.at), facts.now),
          what: facts.next.what,
        }),
      );
  }
  return words('tray.tooltip.whole', { parts: parts.join(', ') });
}

/** What is left, from 0 to 1 in whole hundredths, rounded down: a little left is not all of it. */
const share = ({ max, remaining }: { max: number; remaining: number }): number =>
  max > 0 ? Math.min(100, Math.floor((remaining / max) * 100)) / 100 : 0;

const shortened = (title: string): string =>
  title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).trimEnd()}…`;

/** How long ago, in the shortest words: `now`, `5 min`, `3 h`, `2 d`. Takes ms; a wrong clock never makes it negative. */
export function age(ms: number, words: Words = english.words): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return words('tray.now');
  if (minutes < 60) return words('tray.minutes', { count: minutes });
  return minutes < 24 * 60
    ? words('tray.hours', { count: Math.floor(minutes / 60) })
    : words('tray.days', { count: Math.floor(minutes / 1440) });
}

/** How long still, rounded up: `45 s`, `3 min`, `2 h`. Takes ms. */
export function waiting(ms: number, words: Words = english.words): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return words('tray.seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? words('tray.minutes', { count: minutes })
    : words('tray.hours', { count: Math.ceil(minutes / 60) });
}
