import { describe, expect, it, vi } from 'vitest';
import {
  MAX_MENU_ENTRIES,
  trayOutdatedAt,
  trayView,
  type TrayFacts,
} from '../../../../electron/agent/view/tray-menu.ts';
import { localeOf, type Locale } from '../../../../common/i18n/locale.ts';
import type { TrayMenuItem, TrayView } from '../../../../electron/desktop/desktop.ts';

const now = Date.UTC(2026, 5, 1, 9);
const facts = (part: Partial<TrayFacts> = {}): TrayFacts => ({
  now,
  phase: 'running',
  conditions: [],
  paused: false,
  unreadCount: 0,
  unread: [],
  reputationToday: 0,
  zoom: 1,
  panelPinned: false,
  locale: localeOf('en'),
  ...part,
});
const labels = (items: TrayMenuItem[]): string[] =>
  items.flatMap((item) => (item.type === 'separator' ? [] : [item.label]));
const unread = Array.from({ length: 12 }, (_, index) => ({
  key: `inbox:${index}`,
  kind: ['comment', 'new_answer', 'question', 'something_new'][index % 4]!,
  title: `Item ${index}`,
  siteName: 'Loops',
  createdAt: now - index * 60_000,
}));
const problem = (kind: 'offline' | 'quota-exhausted' | 'signed-out', title: string, retryAt: number) =>
  ({ kind, severity: 'problem', title, advice: '', retryAt }) as const;
const offline = problem('offline', 'Demo network cannot be reached', now + 30_000);
const usedUp = (network: string, minutes: number) =>
  problem('quota-exhausted', `The daily quota for ${network} is used up`, now + minutes * 60_000);
const oneResumes = 'The daily quota for One is used up  ·  Resumes in 12 min';
const twoResumes = 'The daily quota for Two is used up  ·  Resumes in 80 min';
const three = { ...offline, title: 'Three cannot be reached' };
const clockWrong = { kind: 'clock-wrong', severity: 'warning', title: 'Clock', advice: '' } as const;

/** What a person sees in each state: the first labels, the icon, the tooltip. */
const STATES: [state: string, Partial<TrayFacts>, first: string[], TrayView['status'], tooltip: string][] = [
  ['nothing unread', {}, ['Nothing unread'], 'idle', 'Nothing unread'],
  ['a warning, without an alarm', { conditions: [clockWrong] }, ['Nothing unread'], 'idle', 'Nothing unread'],
  [
    'a problem, with the time of the next try',
    { conditions: [offline], unread, unreadCount: 12 },
    ['Demo network cannot be reached  ·  Next attempt in 30 s'],
    'offline',
    'Demo network cannot be reached · 12 unread',
  ],
  [
    'a pause of each network, counted down',
    { conditions: [usedUp('One', 12), usedUp('Two', 80)], pollingPause: { until: now + 12 * 60_000, why: 'quota' } },
    [oneResumes, twoResumes],
    'offline',
    'The daily quota for One is used up · Nothing unread · Resumes in 12 min',
  ],
  [
    'a network out of reach, and the pause of another',
    { conditions: [three, usedUp('Two', 80)] },
    ['Three cannot be reached  ·  Next attempt in 30 s', twoResumes],
    'offline',
    'Three cannot be reached · Nothing unread',
  ],
  [
    'a problem that only the person can solve',
    { conditions: [problem('signed-out', 'You are signed out', Infinity)] },
    ['You are signed out', 'Nothing unread'],
    'attention',
    'You are signed out · Nothing unread',
  ],
];

describe('tray', () => {
  it.each(STATES)('shows %s', (_, part, first, status, tooltip) => {
    const view = trayView(facts(part));
    expect(labels(view.menu).slice(0, first.length)).toEqual(first);
    expect(view).toMatchObject({ status, tooltip: `Askbell: ${tooltip}` });
  });

  it('offers to end a snooze and tells how long it lasts, to resume while paused, and then nothing to sync', () => {
    expect(labels(trayView(facts({ snoozedUntil: now + 10 * 60_000 })).menu)).toContain('End snooze (10 min left)');
    const { menu, status } = trayView(facts({ paused: true }));
    expect(status).toBe('paused');
    expect(labels(menu)).toContain('Resume polling');
    const more = menu.find((item) => item.type === 'submenu');
    expect(labels(more?.items ?? [])).toEqual(['Refresh', 'Settings']);
    expect(more?.items[0]).toMatchObject({ command: { do: 'sync-now' }, enabled: false });
  });

  it('lists the latest unread with kind, site and age, long titles cut, each opening itself', () => {
    const { menu, status, unread: count } = trayView(facts({ unread, unreadCount: 12 }));
    const items = menu.filter((item) => item.type === 'action' && item.command.do === 'open-item');
    expect(items).toHaveLength(3);
    const command = { do: 'open-item', key: 'inbox:2' };
    expect(items[2]).toEqual({ type: 'action', label: 'Item 2  ·  Loops, 2m', command, icon: 'question' });
    expect({ status, count }).toEqual({ status: 'unread', count: 12 });
    const long = [{ ...unread[0]!, title: 'x'.repeat(200) }, ...unread.slice(2)];
    const other = trayView(facts({ unread: long, unreadCount: 11 })).menu.slice(0, 3);
    expect(labels(other)[0]!.length).toBeLessThan(80);
    // A bell is the picture of a kind that nobody knew.
    expect(other).toMatchObject([{ icon: 'comment' }, { icon: 'question' }, { icon: 'bell' }]);
  });

  it('is put into words when somebody reads it, and says what was so when it was made', () => {
    const words = vi.fn<Locale['words']>(localeOf('en').words);
    const now = Object.freeze(facts({ unread, unreadCount: 12, locale: { ...localeOf('en'), words } }));
    const view = trayView(now);
    expect(words).not.toHaveBeenCalled();
    expect(view.tooltip).toContain('12 unread');
    expect(labels(view.menu)).toContain('Item 0  ·  Loops, now');
    const asked = words.mock.calls.length;
    expect({ ...view }).toEqual({ ...trayView({ ...now, locale: localeOf('en') }) });
    expect(words.mock.calls.length).toBe(asked);
  });

  it('never has more than ten entries, whatever there is to tell', () => {
    const problems = (['offline', 'throttled', 'timeout'] as const).map((kind) => ({ ...offline, kind }));
    for (const paused of [false, true])
      for (const conditions of [[], problems.slice(0, 1), problems])
        for (const snoozedUntil of [undefined, now + 600_000])
          for (const shown of [[], unread.slice(0, 1), unread]) {
            const listed = { unread: shown, unreadCount: shown.length, reputationToday: 10 };
            const view = trayView(facts({ paused, conditions, snoozedUntil, ...listed }));
            const entries = view.menu.filter((item) => item.type !== 'separator');
            expect(entries.length).toBeLessThanOrEqual(MAX_MENU_ENTRIES);
            expect(labels(entries)).toEqual(expect.arrayContaining(['Open panel', 'Open Askbell', 'More', 'Quit']));
          }
  });

  it('is outdated when an age that it shows is another, not one further down', () => {
    const young = { ...unread[0]!, createdAt: now - 30_000 };
    const old = Array.from({ length: 3 }, () => ({ ...unread[0]!, createdAt: now - 5 * 3_600_000 }));
    expect(trayOutdatedAt(facts({ unread: [young, ...old] }))).toBe(now + 30_000);
    expect(trayOutdatedAt(facts({ unread: [...old, young] }))).toBeGreaterThan(now + 30_000);
  });

  it('offers to undo what was marked read there a moment ago, until that is over', () => {
    const markedRead = { count: 12, until: now + 60_000 };
    const { menu } = trayView(facts({ markedRead }));
    expect(labels(menu).slice(0, 2)).toEqual(['Nothing unread', 'Mark 12 as unread again']);
    expect(menu[1]).toMatchObject({ command: { do: 'undo-mark-all-read' } });
    expect(labels(trayView(facts({ markedRead, unread, unreadCount: 12 })).menu).join()).not.toContain('unread again');
    expect(trayOutdatedAt(facts({ markedRead }))).toBe(now + 60_000);
  });

  it('offers what the panel does not replace, and the panel', () => {
    const { menu, panel } = trayView(facts({ reputationToday: -4, unread, unreadCount: 12, zoom: 1.5 }));
    const [read, ...others] = labels(menu).slice(3);
    expect([read, others.shift()]).toEqual(['Mark 12 as read', '−4 reputation today']);
    expect(others).toEqual(['Open panel', 'Open Askbell', 'Snooze notifications', 'More', 'Quit']);
    expect(panel).toEqual({ zoom: 1.5, isPinned: false });
    const [snooze, more] = menu.flatMap((item) => (item.type === 'submenu' ? [item] : []));
    expect(snooze?.items).toMatchObject([
      ...['30-minutes', '1-hour', 'until-tomorrow'].map((time) => ({ command: { do: 'snooze', for: time } })),
      { command: { do: 'open-window', view: 'snooze' } },
    ]);
    expect(labels(more?.items ?? [])).toEqual(['Refresh', 'Pause polling', 'Settings']);
  });

  it('tells requests and the next look only where requests are scarce, and never in the menu', () => {
    const plenty = { max: 10_000, remaining: 9786, reserve: 30 };
    const next = { what: 'Inbox', at: now + 34_000 };
    const view = trayView(facts({ quota: plenty, next }));
    expect(view.tooltip).toBe('Askbell: Nothing unread');
    const scarce = trayView(facts({ quota: { ...plenty, remaining: 986 }, next }));
    expect(scarce.tooltip).toMatch(/: Nothing unread · 986 of 10,000 requests left · next check at .*\d.* \(Inbox\)$/);
    const small = trayView(facts({ quota: { max: 100, remaining: 25, reserve: 30 } }));
    expect(small.tooltip).toBe('Askbell: Nothing unread · 25 of 100 requests left');
    const later = trayView(facts({ quota: { ...plenty, remaining: 9785 }, next: { what: 'Sites', at: now + 94_000 } }));
    expect(later.menu).toEqual(view.menu);
    expect(scarce.menu).toEqual(view.menu);
  });

  it('says what waits and until when, shows it with a click, and stays as short as it was', () => {
    const until = new Date(2026, 5, 1, 15, 18).getTime();
    const busy = facts({ unread, unreadCount: 12, waiting: { count: 12, because: 'busy', until } });
    const { menu } = trayView(busy);
    expect(menu[0]).toMatchObject({ type: 'action', command: { do: 'show-waiting' } });
    expect(labels(menu)[0]).toMatch(/^12 waiting, next at .*3:18.*  ·  Show now$/);
    expect(labels(menu)).toHaveLength(MAX_MENU_ENTRIES);
    const told = (waiting: TrayFacts['waiting']) => labels(trayView(facts({ waiting })).menu)[0];
    expect(told({ count: 1, because: 'quiet-hours', until })).toMatch(/^1 waiting until .*3:18/);
    expect(told({ count: 2, because: 'snooze', until })).toMatch(/^2 waiting until .*3:18/);
    expect(told({ count: 2, because: 'do-not-disturb' })).toBe('2 waiting for Do Not Disturb to end  ·  Show now');
  });

  it('leads to the welcome view before anybody is signed in', () => {
    const view = trayView(facts({ phase: 'welcome' }));
    expect(view.menu).toEqual([
      { type: 'action', label: 'Open Askbell', command: { do: 'open-window', view: 'welcome' } },
      { type: 'action', label: 'Quit', command: { do: 'quit' } },
    ]);
    expect(view).toMatchObject({ status: 'idle', tooltip: 'Askbell: Not signed in' });
    expect(view.panel).toBeUndefined();
  });

  it.each(['starting', 'welcome', 'signing-in', 'running'] as const)('has no needless separator while %s', (phase) => {
    const types = trayView(facts({ phase, conditions: [offline] })).menu.map(({ type }) => type);
    expect(types.join(' ')).not.toMatch(/^separator|separator separator|separator$/);
  });
});
