import type { AppState } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { MenuIcon, TrayCommand, TrayMenuItem, TrayStatus, TrayView } from '../../desktop/desktop.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import {
  shortAge,
  shortWait,
  untilNextAge,
  untilNextHour,
  WAIT_IN_MINUTES_MS,
} from '../../../common/i18n/short-times.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../../common/snooze.ts';
import { waitingWords } from '../../../common/i18n/state-words.ts';
import { dateOf } from '../../base/clock.ts';
import type { LocalizedCondition } from '../conditions.ts';
import type { Waiting } from '../notifications/quiet.ts';
import { pollingPause as findPollingPause, type PollingPause } from './app-conditions.ts';

/** Input of {@link trayView}. */
export interface TrayFacts {
  now: number;
  phase: AppState['phase'];
  /** The most urgent first. */
  conditions: LocalizedCondition[];
  paused: boolean;
  snoozedUntil?: number | undefined;
  /** Whether quiet hours or the system's "do not disturb" are in effect. */
  quiet?: boolean;
  /** Events not shown yet. */
  waiting?: Waiting | undefined;
  unreadCount: number;
  /** The latest unread items, newest first. `kind`: item type of the inbox, or `question` for a match of a watch. */
  unread: { key: string; kind: string; title: string; siteName: string; createdAt: number }[];
  /** Number of items just marked read from the tray, and the time until which undo is offered (ms since the epoch). */
  markedRead?: { count: number; until: number } | undefined;
  reputationToday: number;
  /** Requests of the day; `reserve` is reserved for clicks. */
  quota?: { max: number; remaining: number; reserve: number } | undefined;
  pollingPause?: PollingPause | undefined;
  /** Next poll: name of its stream, and its time (ms since the epoch). */
  next?: { what: string; at: number } | undefined;
  /** Zoom factor set by the user. */
  zoom: number;
  panelPinned: boolean;
  locale: Locale;
}

/** Maximum number of menu entries, for reading at a glance. Separators are not counted. */
export const MAX_MENU_ENTRIES = 10;
/** Maximum number of unread items shown; fewer if problems are shown. */
export const MAX_TRAY_ITEMS = 3;
const MAX_PROBLEMS = 2;
const MAX_TITLE_LENGTH = 60;

/**
 * Builds the tray's icon, tooltip and menu. Tooltip and menu are localized when first read: without a tray, nothing
 * reads them. Pure.
 */
export function trayView(facts: TrayFacts): TrayView {
  const problems = facts.conditions.filter(({ severity }) => severity === 'problem');
  let menuOnceRead: TrayMenuItem[] | undefined;
  let tooltipOnceRead: string | undefined;
  return {
    status: trayStatus(facts, problems[0]),
    unread: facts.unreadCount,
    get tooltip() {
      return (tooltipOnceRead ??= tooltip(facts, problems[0]));
    },
    get menu() {
      return (menuOnceRead ??= menu(facts, problems));
    },
    ...(facts.phase === 'running' && { panel: { zoom: facts.zoom, isPinned: facts.panelPinned } }),
  };
}

const label = (text: string): TrayMenuItem => ({ type: 'label', label: text });

const action = (text: string, command: TrayCommand, icon?: MenuIcon): TrayMenuItem => ({
  type: 'action',
  label: text,
  command,
  ...(icon && { icon }),
});

function menu(facts: TrayFacts, problems: LocalizedCondition[]): TrayMenuItem[] {
  const { words } = facts.locale;
  const notifications = [...problemLines(facts, problems), ...waitingLine(facts)];
  const open = (view: 'inbox' | 'welcome') => action(words('panel.openWindow'), { do: 'open-window', view });
  const quit = action(words('tray.quit'), { do: 'quit' });
  if (facts.phase !== 'running') return separated([notifications, [open('welcome'), quit]]);
  return separated([
    notifications,
    [...itemLines(facts, MAX_TRAY_ITEMS - notifications.length), reputationLine(facts)],
    [action(words('tray.openPanel'), { do: 'open-panel' }), open('inbox')],
    [snoozeLine(facts), moreLine(facts)],
    [quit],
  ]);
}

/**
 * Returns the time (ms since the epoch) at which the tray's text changes by itself: an age or a wait in it, or the day.
 * Of countdowns to the end of a problem, only those in hours are considered: the publisher redraws the others. Pure.
 */
export function trayOutdatedAt({ now, conditions, unread, snoozedUntil, markedRead }: TrayFacts): number {
  const shown = unread.slice(0, MAX_TRAY_ITEMS);
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  return Math.min(
    midnight,
    ...shown.map(({ createdAt }) => now + untilNextAge(now - createdAt)),
    ...conditions.flatMap(({ retryAt = 0 }) =>
      Number.isFinite(retryAt) && retryAt - now > WAIT_IN_MINUTES_MS ? [now + untilNextHour(retryAt - now)] : [],
    ),
    ...(snoozedUntil === undefined ? [] : [now + MINUTE_MS]),
    ...(markedRead === undefined ? [] : [markedRead.until]),
  );
}

/** Joins the sections, with a separator between those that are not empty. */
function separated(sections: TrayMenuItem[][]): TrayMenuItem[] {
  const filled = sections.filter((section) => section.length > 0);
  return filled.flatMap((section): TrayMenuItem[] => [{ type: 'separator' }, ...section]).slice(1);
}

/** Returns lines for the most urgent problem and one other that polling waits for: each network has its own end. */
function problemLines(facts: TrayFacts, problems: LocalizedCondition[]): TrayMenuItem[] {
  const { words } = facts.locale;
  return problems
    .filter((problem, index) => index === 0 || isWait(problem, facts))
    .slice(0, MAX_PROBLEMS)
    .map((problem) => {
      const { title, retryAt } = problem;
      if (retryAt === undefined || !Number.isFinite(retryAt)) return label(title);
      const time = shortWait(retryAt - facts.now, words);
      const until = words(isWait(problem, facts) ? 'status.resumesIn' : 'tray.nextAttempt', { time });
      return label(words('tray.problem', { title, until }));
    });
}

/** Converts held events for the window and the tray. */
export const toldWaiting = ({ count, because, until }: Waiting): NonNullable<AppState['waiting']> => ({
  count,
  because,
  until: dateOf(until),
});

/** Returns the line for held events and the time until which they are held; a click shows them now. */
function waitingLine({ waiting, now, locale }: TrayFacts): TrayMenuItem[] {
  if (!waiting) return [];
  const told = waitingWords(locale, toldWaiting(waiting), now);
  return [action(locale.words('tray.waiting', { waiting: told }), { do: 'show-waiting' })];
}

/** Icons of the inbox's item types; the set of types is open (docs/api.md, "Objects"). */
const KIND_ICONS = new Map<string, MenuIcon>([
  ['comment', 'comment'],
  ['new_answer', 'answer'],
  ['chat_message', 'message'],
  ['careers_message', 'message'],
  ['careers_invitations', 'message'],
  ['question', 'question'],
  ['meta_question', 'question'],
  ['post_notice', 'info'],
  ['question_update', 'info'],
  ['moderator_message', 'moderator'],
  ['subcommunity_endorsement', 'star'],
  ['subcommunity_leaderboard', 'star'],
  ['staging_ground', 'flag'],
]);

/** Returns the newest unread items and "mark all read", or a line that nothing is unread. */
function itemLines(facts: TrayFacts, most: number): TrayMenuItem[] {
  const { now, unread, unreadCount, markedRead } = facts;
  const { words } = facts.locale;
  if (unread.length === 0) {
    const nothing = label(words('watches.matchesNoneNew'));
    if (!markedRead) return [nothing];
    return [nothing, action(words('tray.undoMarkRead', { count: markedRead.count }), { do: 'undo-mark-all-read' })];
  }
  return [
    ...unread.slice(0, most).map(({ key, kind, title, siteName, createdAt }) => {
      const age = shortAge(now - createdAt, words);
      const text = words('tray.item', { title: shortened(title), site: siteName, age });
      return action(text, { do: 'open-item', key }, KIND_ICONS.get(kind) ?? 'bell');
    }),
    action(words('tray.markAllRead', { count: unreadCount }), { do: 'mark-all-read' }),
  ];
}

function reputationLine({ reputationToday, locale: { words, signed } }: TrayFacts): TrayMenuItem {
  const text =
    reputationToday === 0 ? words('tray.noChange') : words('tray.change', { change: signed(reputationToday) });
  return action(text, { do: 'open-window', view: 'reputation' }, 'reputation');
}

/** Returns the entry that snoozes notifications, or resumes polling while polling is paused. */
function snoozeLine({ now, paused, snoozedUntil, locale: { words } }: TrayFacts): TrayMenuItem {
  if (paused) return action(words('tray.resume'), { do: 'resume' });
  if (snoozedUntil !== undefined)
    return action(words('tray.endSnooze', { time: shortWait(snoozedUntil - now, words) }), { do: 'end-snooze' });
  return {
    type: 'submenu',
    label: words('tray.snooze'),
    items: [
      ...lengthsOf(SNOOZE_LENGTHS).map((length) =>
        action(words(`status.${SNOOZE_LENGTHS[length]}`), { do: 'snooze', for: length }),
      ),
      action(words('status.snoozeUntil'), { do: 'open-window', view: 'snooze' }),
    ],
  };
}

/** Returns the submenu of rarely used commands. */
const moreLine = ({ paused, locale: { words } }: TrayFacts): TrayMenuItem => ({
  type: 'submenu',
  label: words('inbox.filters.others'),
  items: [
    { type: 'action', label: words('status.syncNow'), command: { do: 'sync-now' }, enabled: !paused },
    ...(paused ? [] : [action(words('tray.pause'), { do: 'pause' })]),
    action(words('common.views.settings'), { do: 'open-window', view: 'settings' }),
  ],
});

/** Whether a condition stops polling until a known time. */
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
  if (problem) return OFFLINE_KINDS.has(problem.kind) ? 'offline' : 'attention';
  if (facts.paused) return 'paused';
  return facts.unreadCount > 0 ? 'unread' : 'idle';
}

function tooltip(facts: TrayFacts, problem: LocalizedCondition | undefined): string {
  const { words } = facts.locale;
  const parts = [
    ...(facts.phase === 'running'
      ? []
      : [words(facts.phase === 'starting' ? 'common.starting' : 'settings.accounts.notSignedIn')]),
    ...(problem ? [problem.title] : []),
    ...(facts.phase === 'running' ? runningTooltip(facts) : []),
  ];
  return words('tray.tooltipWhole', { parts: parts.join(' · ') });
}

/**
 * Returns the tooltip's parts while running: notifications and unread items; quota and next poll once requests are
 * scarce.
 */
function runningTooltip(facts: TrayFacts): string[] {
  const { words, number, clockTime } = facts.locale;
  const { now, unreadCount, quota, pollingPause, next } = facts;
  const parts: string[] = [];
  if (facts.paused) parts.push(words('status.paused'));
  if (facts.snoozedUntil !== undefined) parts.push(words('tray.tooltipSnoozed'));
  else if (facts.quiet === true) parts.push(words('status.quiet'));
  parts.push(unreadCount === 0 ? words('watches.matchesNoneNew') : words('panel.unread', { count: unreadCount }));
  const isShort = quota !== undefined && isScarce(quota);
  if (isShort) parts.push(words('status.requestsLeft', { left: number(quota.remaining), max: number(quota.max) }));
  if (pollingPause) parts.push(words('status.resumesIn', { time: shortWait(pollingPause.until - now, words) }));
  else if (next && isShort)
    parts.push(words('tray.tooltipNextCheck', { time: clockTime(new Date(next.at), now), what: next.what }));
  return parts;
}

const shortened = (title: string): string =>
  title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`;
