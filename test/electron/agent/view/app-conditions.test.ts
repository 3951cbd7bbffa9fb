import { expect, it } from 'vitest';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import { localizeCondition, problem, type AgentCondition } from '../../../../electron/agent/conditions.ts';
import { appConditions, pollingPause, storageConditions } from '../../../../electron/agent/view/app-conditions.ts';
import type { HistoryTrouble } from '../../../../electron/store/database/open.ts';
import { SettingsStore } from '../../../../electron/store/settings.ts';

const file = '/data/history.sqlite';
const keptAs = '/data/history.damaged-1.sqlite';
const told = (...troubles: HistoryTrouble[]) =>
  storageConditions(troubles, undefined).map((condition) => localizeCondition(condition, ENGLISH));
const damaged = (report: object): HistoryTrouble => ({
  kind: 'history-damaged',
  file,
  report: { problem: 'malformed', keptAs, ...report },
});

it('what people are told of the files that Askbell keeps names the file, and what was saved of a damaged one', () => {
  const advice = (report: object) => told(damaged(report))[0]!.advice;
  expect(advice({ rows: 1200, rowsFromBackup: 34, isIncomplete: true })).toMatch(/1,234 entries.*damaged-1/);
  expect(advice({ rows: 1, isIncomplete: true })).toMatch(/1 entry\..*damaged-1/);
  expect(advice({ rows: 0, rowsFromBackup: 0, isIncomplete: true })).toMatch(/started a new one.*damaged-1/);
  expect(advice({ rows: 9, isIncomplete: false })).toMatch(/saved all of it.*damaged-1/);
});

it('what people are told of the files that Askbell keeps tells a full disk once, as a problem, and a deleted history only once it is written again', () => {
  const gone: HistoryTrouble = { kind: 'history-gone', file };
  expect(told(gone, { kind: 'history-unwritable', file }).map(({ kind }) => kind)).toEqual(['history-unwritable']);
  expect(told(gone)).toMatchObject([{ kind: 'history-gone', severity: 'warning' }]);
  expect(told({ ...gone, replacedBy: '/data/other.sqlite' })[0]!.advice).toContain('/data/other.sqlite');
  const full = { kind: 'disk-full', file: '/data/settings.json' } as const;
  for (const troubles of [[], [{ kind: 'disk-full', file } as const]])
    expect(storageConditions(troubles, full)).toMatchObject([{ kind: 'disk-full', severity: 'problem' }]);
  const unwritable = { ...full, kind: 'settings-unwritable' } as const;
  expect(storageConditions([], unwritable)).toMatchObject([{ kind: 'settings-unwritable' }]);
});

it('people are told of messages that were given up, as a warning', () => {
  const settings = new SettingsStore({ path: '', store: {} });
  const conditions = (forwarding: boolean) =>
    appConditions(settings, [], { notifications: false, forwarding }, '1.0.0');
  expect(conditions(false)).toEqual([]);
  expect(conditions(true)).toMatchObject([{ kind: 'forwarding-failed', severity: 'warning' }]);
});

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const condition = (kind: AgentCondition['kind'], retryAt?: number): AgentCondition => ({
  ...problem(kind, { title: kind, advice: '' }),
  retryAt,
});

it.each([
  ['quota-exhausted', { until: now + hour, why: 'quota' }],
  ['throttled', { until: now + hour, why: 'throttled' }],
  ['offline', undefined],
  ['server-fault', undefined],
] as const)('whether polling stands still: %s', (kind, held) =>
  expect(pollingPause(now, [condition(kind, now + hour)])).toEqual(held),
);

it('whether polling stands still: does not, once the moment is there or where none is known', () => {
  for (const retryAt of [now, now - 1, Infinity, undefined])
    expect(pollingPause(now, [condition('throttled', retryAt)])).toBeUndefined();
});
