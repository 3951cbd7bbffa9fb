import type { TrayMenuItem, TrayStatus, TrayView } from '../../desktop/desktop.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { shortAge, shortWait, untilNextAge } from '../../../common/i18n/short-times.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../../common/snooze.ts';
import type { LocalizedCondition } from '../domain/conditions.ts';
import { pollingPause as findPollingPause, type PollingPause } from './polling-pause.ts';

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
  pollingPause?: PollingPause | undefined;
  /** What is asked next, and when (ms since the epoch). */
  next?: { what: string; at: number } | undefined;
  locale: Locale;
}

const MAX_ITEMS = 10;
const MAX_TITLE_LENGTH = 60;
const MINUTE_MS = 60_000;

/** Builds the tray's picture, tooltip and menu from the state of things. Pure. */
export function trayView(facts: TrayFacts): TrayView {
  const problems = facts.conditions.filter(({ severity }) => severity === 'problem');
  const running = facts.phase === 'running';
  const sections = [
    problemLines(facts, problems),
    ...(running ? [itemLines(facts), [reputationLine(facts)], pollingLines(facts)] : []),
    windowLines(facts),
  ];
  return {
    status: trayStatus(facts, problems[0]),
    unread: facts.unreadCount,
    tooltip: tooltip(facts, problems[0]),
    menu: separated(sections),
  };
}

/**
 * From when on (ms since the epoch) the tray would say something else though nothing has happened: an age or a wait
 * that it tells is another one, or it is another day. Countdowns to the end of a problem are not counted. Pure.
 */
export function trayOutdatedAt({ now, unread, snoozedUntil }: TrayFacts): number {
  const shown = unread.slice(0, MAX_ITEMS);
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  return Math.min(
    midnight,
    ...shown.map(({ createdAt }) => now + untilNextAge(now - createdAt)),
    ...(snoozedUntil === undefined ? [] : [now + MINUTE_MS]),
  );
}

/** The sections one after the other, with a separator between those that have anything in them. */
function separated(sections: TrayMenuItem[][]): TrayMenuItem[] {
  const filled = sections.filter((section) => section.length > 0);
  return filled.flatMap((section, index): TrayMenuItem[] =>
    index === 0 ? section : [{ type: 'separator' }, ...section],
  );
}

/** The most pressing problem, and every other that polling waits for: each network has an end of its own. */
function problemLines(facts: TrayFacts, problems: LocalizedCondition[]): TrayMenuItem[] {
  const { words } = facts.locale;
  return problems
    .filter((problem, index) => index === 0 || isWait(problem, facts))
    .flatMap((problem): TrayMenuItem[] => {
      const title: TrayMenuItem = { type: 'label', label: problem.title };
      if (problem.retryAt === undefined || !Number.isFinite(problem.retryAt)) return [title];
      const time = shortWait(problem.retryAt - facts.now, words);
      return [
        title,
        { type: 'label', label: words(isWait(problem, facts) ? 'tray.resumesIn' : 'tray.nextAttempt', { time }) },
      ];
    });
}

function itemLines({ now, unread, unreadCount, locale: { words } }: TrayFacts): TrayMenuItem[] {
  const items = unread.slice(0, MAX_ITEMS).map(({ key, title, siteName, createdAt }): TrayMenuItem => ({
    type: 'action',
    label: words('tray.item', { title: shortened(title), site: siteName, age: shortAge(now - createdAt, words) }),
    command: { do: 'open-item', key },
  }));
  if (unreadCount > MAX_ITEMS)
    items.push({ type: 'label', label: words('tray.moreUnread', { count: unreadCount - MAX_ITEMS }) });
  return unread.length === 0 ? [...items, { type: 'label', label: words('tray.nothingUnread') }] : items;
}

const reputationLine = ({ reputationToday, locale: { words, signed } }: TrayFacts): TrayMenuItem => ({
  type: 'action',
  label: reputationToday === 0 ? words('tray.noChange') : words('tray.change', { change: signed(reputationToday) }),
  command: { do: 'open-window', view: 'reputation' },
});

function pollingLines(facts: TrayFacts): TrayMenuItem[] {
  const { paused, quota, unreadCount } = facts;
  const { words, percent } = facts.locale;
  return [
    // A share, not a count: a menu that changes with every request would close while a person reads it.
    ...(quota ? [{ type: 'label' as const, label: words('tray.share', { share: percent(share(quota)) }) }] : []),
    { type: 'action', label: words('tray.syncNow'), command: { do: 'sync-now' }, enabled: !paused },
    snoozeLine(facts),
    paused
      ? { type: 'action', label: words('tray.resume'), command: { do: 'resume' } }
      : { type: 'action', label: words('tray.pause'), command: { do: 'pause' } },
    { type: 'action', label: words('tray.markAllRead'), command: { do: 'mark-all-read' }, enabled: unreadCount > 0 },
  ];
}

function snoozeLine({ now, snoozedUntil, locale: { words } }: TrayFacts): TrayMenuItem {
  if (snoozedUntil !== undefined) {
    const time = shortWait(snoozedUntil - now, words);
    return { type: 'action', label: words('tray.endSnooze', { time }), command: { do: 'end-snooze' } };
  }
  return {
    type: 'submenu',
    label: words('tray.snooze'),
    items: lengthsOf(SNOOZE_LENGTHS).map((length) => ({
      type: 'action',
      label: words(`tray.${SNOOZE_LENGTHS[length]}`),
      command: { do: 'snooze', for: length },
    })),
  };
}

function windowLines({ phase, locale: { words } }: TrayFacts): TrayMenuItem[] {
  const open: TrayMenuItem = {
    type: 'action',
    label: words('tray.open'),
    command: { do: 'open-window', view: phase === 'running' ? 'inbox' : 'welcome' },
  };
  const settings: TrayMenuItem = {
    type: 'action',
    label: words('tray.settings'),
    command: { do: 'open-window', view: 'settings' },
  };
  const quit: TrayMenuItem = { type: 'action', label: words('tray.quit'), command: { do: 'quit' } };
  return phase === 'running' ? [open, settings, quit] : [open, quit];
}

/** Whether polling stands still because of it until a known moment. */
const isWait = (condition: LocalizedCondition, { now, paused }: TrayFacts): boolean =>
  !paused && findPollingPause(now, [condition]) !== undefined;

const OFFLINE_KINDS = new Set<LocalizedCondition['kind']>([
  'offline',
  'timeout',
  'throttled',
  'blocked-by-protection',
  'quota-exhausted',
  'server-fault',
]);

function trayStatus(facts: TrayFacts, problem: LocalizedCondition | undefined): TrayStatus {
  if (facts.phase === 'welcome') return 'attention';
  if (problem) return OFFLINE_KINDS.has(problem.kind) ? 'offline' : 'attention';
  if (facts.paused) return 'paused';
  return facts.unreadCount > 0 ? 'unread' : 'idle';
}

function tooltip(facts: TrayFacts, problem: LocalizedCondition | undefined): string {
  const { words } = facts.locale;
  const parts: string[] = [];
  if (facts.phase === 'starting') parts.push(words('tray.tooltip.starting'));
  else if (facts.phase !== 'running') parts.push(words('tray.tooltip.notSignedIn'));
  if (problem) parts.push(problem.title);
  if (facts.phase === 'running') parts.push(...runningTooltip(facts));
  return words('tray.tooltip.whole', { parts: parts.join(', ') });
}

/** What the tooltip says while polling: notifications, unread items, requests left, and what comes next. */
function runningTooltip(facts: TrayFacts): string[] {
  const { words, number, clockTime } = facts.locale;
  const { now, unreadCount, quota, pollingPause, next } = facts;
  const parts: string[] = [];
  if (facts.paused) parts.push(words('tray.tooltip.paused'));
  if (facts.snoozedUntil !== undefined) parts.push(words('tray.tooltip.snoozed'));
  else if (facts.quiet === true) parts.push(words('tray.tooltip.quiet'));
  parts.push(
    unreadCount === 0 ? words('tray.tooltip.nothingUnread') : words('tray.tooltip.unread', { count: unreadCount }),
  );
  if (quota) parts.push(words('tray.tooltip.left', { left: number(quota.remaining), max: number(quota.max) }));
  if (pollingPause) parts.push(words('tray.tooltip.resumesIn', { time: shortWait(pollingPause.until - now, words) }));
  else if (next)
    parts.push(words('tray.tooltip.nextCheck', { time: clockTime(new Date(next.at), now), what: next.what }));
  return parts;
}

/** What is left, from 0 to 1 in whole hundredths, rounded down: a little left is not all of it. */
const share = ({ max, remaining }: { max: number; remaining: number }): number =>
  max > 0 ? Math.min(100, Math.floor((remaining / max) * 100)) / 100 : 0;

const shortened = (title: string): string =>
  title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`;
