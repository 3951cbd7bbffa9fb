import { describe, expect, it } from 'vitest';
import { trayView, type TrayFacts } from '../../../../electron/agent/presentation/tray-menu.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import type { TrayMenuItem } from '../../../../electron/desktop/desktop.ts';

const now = Date.UTC(2026, 5, 1, 9);
const facts = (part: Partial<TrayFacts> = {}): TrayFacts => ({
  now,
  phase: 'running',
  conditions: [],
  paused: false,
  unreadCount: 0,
  unread: [],
  reputationToday: 0,
  locale: localeOf('en'),
  ...part,
});
const labels = (items: TrayMenuItem[]): string[] =>
  items.flatMap((item) => (item.type === 'separator' ? [] : [item.label]));
const unread = Array.from({ length: 12 }, (_, index) => ({
  key: `inbox:${index}`,
  title: `Item ${index}`,
  siteName: 'Loops',
  createdAt: now - index * 60_000,
}));
const offline = {
  kind: 'offline',
  severity: 'problem',
  title: 'Demo network cannot be reached',
  advice: '',
  retryAt: now + 30_000,
} as const;

describe('tray', () => {
  it('lists the latest ten unread with site and age, each opening itself', () => {
    const { menu, status, unread: count } = trayView(facts({ unread, unreadCount: 12 }));
    const items = menu.filter((item) => item.type === 'action' && item.command.do === 'open-item');
    expect(items).toHaveLength(10);
    expect(items[3]).toEqual({
      type: 'action',
      label: 'Item 3  ·  Loops, 3 min',
      command: { do: 'open-item', key: 'inbox:3' },
    });
    expect(labels(menu)).toContain('and 2 more unread');
    expect({ status, count }).toEqual({ status: 'unread', count: 12 });
  });

  it('says so when nothing is unread', () => {
    const view = trayView(facts());
    expect(labels(view.menu)).toContain('Nothing unread');
    expect(view.status).toBe('idle');
    expect(view.tooltip).toBe('Askbell: nothing unread');
  });

  it('offers every command the issue names', () => {
    expect(labels(trayView(facts({ reputationToday: -4 })).menu)).toEqual([
      'Nothing unread',
      '−4 reputation today',
      'Sync now',
      'Snooze notifications',
      'Pause polling',
      'Mark all read',
      'Open Askbell',
      'Settings',
      'Quit',
    ]);
    const snooze = trayView(facts()).menu.find((item) => item.type === 'submenu');
    expect(
      snooze?.items.map((item) => (item.type === 'action' && item.command.do === 'snooze' ? item.command.for : '')),
    ).toEqual(['30-minutes', '1-hour', 'until-tomorrow']);
  });

  it('offers to end a snooze and tells how long it lasts', () => {
    expect(labels(trayView(facts({ snoozedUntil: now + 10 * 60_000 })).menu)).toContain('End snooze (10 min left)');
  });

  it('offers to resume while paused, and nothing to sync', () => {
    const view = trayView(facts({ paused: true }));
    expect(view.status).toBe('paused');
    expect(view.menu).toContainEqual({
      type: 'action',
      label: 'Sync now',
      command: { do: 'sync-now' },
      enabled: false,
    });
    expect(labels(view.menu)).toContain('Resume polling');
  });

  it('puts a problem first, with the time of the next try', () => {
    const view = trayView(facts({ conditions: [offline], unread, unreadCount: 12 }));
    expect(labels(view.menu).slice(0, 2)).toEqual(['Demo network cannot be reached', 'Next attempt in 30 s']);
    expect(view.status).toBe('offline');
    expect(view.tooltip).toContain('cannot be reached');
  });

  it('counts down to when polling goes on', () => {
    const exhausted = {
      kind: 'quota-exhausted',
      severity: 'problem',
      title: 'The daily quota for Demo network is used up',
      advice: '',
      retryAt: now + 12 * 60_000,
    } as const;
    const pollingPause = { until: now + 12 * 60_000, why: 'quota' } as const;
    const refused = trayView(facts({ conditions: [exhausted], pollingPause }));
    expect(labels(refused.menu).slice(0, 2)).toEqual([
      'The daily quota for Demo network is used up',
      'Resumes in 12 min',
    ]);
    expect(refused.tooltip).toBe(
      'Askbell: The daily quota for Demo network is used up, nothing unread, resumes in 12 min',
    );
    expect(refused.status).toBe('offline');
  });

  it('counts down for each network that waits', () => {
    const usedUp = (network: string, minutes: number) =>
      ({
        kind: 'quota-exhausted',
        severity: 'problem',
        title: `The daily quota for ${network} is used up`,
        advice: '',
        retryAt: now + minutes * 60_000,
      }) as const;
    const view = trayView(
      facts({
        conditions: [usedUp('One', 12), usedUp('Two', 80)],
        pollingPause: { until: now + 12 * 60_000, why: 'quota' },
      }),
    );
    expect(labels(view.menu).slice(0, 4)).toEqual([
      'The daily quota for One is used up',
      'Resumes in 12 min',
      'The daily quota for Two is used up',
      'Resumes in 80 min',
    ]);
    const other = trayView(
      facts({ conditions: [{ ...offline, title: 'Three cannot be reached' }, usedUp('Two', 80)] }),
    );
    expect(labels(other.menu).slice(0, 4)).toEqual([
      'Three cannot be reached',
      'Next attempt in 30 s',
      'The daily quota for Two is used up',
      'Resumes in 80 min',
    ]);
  });

  it('tells what is left and the next look, the menu without what changes with every request', () => {
    const view = trayView(
      facts({ quota: { max: 10_000, remaining: 9786 }, next: { what: 'Inbox', at: now + 34_000 } }),
    );
    expect(view.tooltip).toMatch(
      /^Askbell: nothing unread, 9,786 of 10,000 requests left, next check at .*\d.* \(Inbox\)$/,
    );
    expect(labels(view.menu)).toContain('97% of the daily quota left');
    const later = trayView(
      facts({ quota: { max: 10_000, remaining: 9785 }, next: { what: 'Reputation', at: now + 94_000 } }),
    );
    expect(later.menu).toEqual(view.menu);
  });

  it('asks for attention when only the person can help', () => {
    const signedOut = {
      kind: 'signed-out',
      severity: 'problem',
      title: 'You are signed out',
      advice: '',
      retryAt: Infinity,
    } as const;
    const view = trayView(facts({ conditions: [signedOut] }));
    expect(view.status).toBe('attention');
    expect(labels(view.menu).some((label) => label.startsWith('Next attempt'))).toBe(false);
  });

  it('does not raise an alarm for a warning', () => {
    expect(
      trayView(facts({ conditions: [{ kind: 'clock-wrong', severity: 'warning', title: 'Clock', advice: '' }] }))
        .status,
    ).toBe('idle');
  });

  it('leads to the welcome view before anybody is signed in', () => {
    const view = trayView(facts({ phase: 'welcome' }));
    expect(view.menu).toEqual([
      { type: 'action', label: 'Open Askbell', command: { do: 'open-window', view: 'welcome' } },
      { type: 'action', label: 'Quit', command: { do: 'quit' } },
    ]);
    expect(view).toMatchObject({ status: 'attention', tooltip: 'Askbell: not signed in' });
  });

  it('never begins, ends or doubles a separator', () => {
    for (const phase of ['starting', 'welcome', 'signing-in', 'running'] as const) {
      const { menu } = trayView(facts({ phase, conditions: [offline] }));
      expect(menu[0]?.type).not.toBe('separator');
      expect(menu.at(-1)?.type).not.toBe('separator');
      expect(menu.some((item, index) => item.type === 'separator' && menu[index + 1]?.type === 'separator')).toBe(
        false,
      );
    }
  });

  it('cuts long titles', () => {
    const long = [{ key: 'inbox:l', title: 'x'.repeat(200), siteName: 'Loops', createdAt: now }];
    expect(labels(trayView(facts({ unread: long, unreadCount: 1 })).menu)[0]!.length).toBeLessThan(80);
  });
});
