import { expect, it } from 'vitest';
import { AppState } from '../../../../common/contract/contract.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import { assessFailure } from '../../../../electron/agent/scheduler/failures.ts';
import { streamName } from '../../../../electron/agent/view/account-state.ts';
import { Snapshot, type StateSources } from '../../../../electron/agent/view/state.ts';
import { NetworkError } from '../../../../electron/api/network.ts';
import { viewContext, viewSources } from './view-parts.ts';

const now = Date.UTC(2026, 5, 1, 9);
const rejected = assessFailure(new NetworkError('token-rejected', 'What happened.', {}), 1, now, () => 0.5, 'Loops');

const stateOf = (sources: StateSources) =>
  new Snapshot(viewContext({ now: () => now }), sources, { version: '1', started: true }).state();

it('the state keeps the contract, with nothing endless in it', () => {
  const stateWith = (remaining: number) => stateOf(viewSources(() => [rejected.condition], remaining));
  const state = stateWith(-2);
  const [conditions, secrets] = [[{ kind: 'signed-out', account: 'demo' }], { why: 'none' }];
  const told = { phase: 'running', conditions, secrets, unread: 2, unreadMatches: 1 };
  expect(AppState.parse(state)).toMatchObject(told);
  const account = { id: 'demo', signedIn: false, quota: { remaining: 0, reserve: 0 }, person: { displayName: 'Ada' } };
  expect(state.accounts[0]).toMatchObject({ ...account, conditions: [{ kind: 'signed-out' }] });
  expect([7, 15, 200].map((remaining) => stateWith(remaining).accounts[0]!.quota!.reserve)).toEqual([7, 15, 15]);
  expect(state.accounts[0]!.nextPoll).toBeUndefined();
  expect(state.conditions[0]?.retryAt).toBeUndefined();
});

it('the state lists alike conditions of two networks each, and the same one once', () => {
  const { condition } = rejected;
  const kinds = (title: typeof condition.title) => {
    const [demo] = viewSources(() => [condition], 100).accounts.all();
    const scheduler = { ...demo!.scheduler!, conditions: () => [{ ...condition, title }] };
    const other = { ...demo!, id: 'other', scheduler };
    const sources = viewSources(() => [condition], 100);
    Object.assign(sources.accounts, { all: () => [demo, other] });
    return stateOf(sources).conditions.map(({ kind }) => kind);
  };
  expect(kinds('You are signed out of another network.')).toEqual(['signed-out', 'signed-out']);
  expect(kinds(condition.title)).toEqual(['signed-out']);
});

it.each([
  ['questions:loops', 'Questions on Loops & Ranges'],
  ['questions:a:b', 'Questions on a:b'],
  ['scored:loops', 'Scores on Loops & Ranges'],
  ['featured:loops', 'Bounties on Loops & Ranges'],
  ['reputation:loops', 'Reputation on Loops & Ranges'],
  ['history:new', 'Past reputation on new'],
  ['badges:loops', 'Badges on Loops & Ranges'],
  ['inbox', 'Inbox'],
  ['accounts', 'Reputation'],
  ['sites', 'Sites'],
] as const)('the state names the stream %s for people: %s', (id, name) => {
  const siteName = (siteId: string) => (siteId === 'loops' ? 'Loops & Ranges' : siteId);
  expect(streamName(id, localeOf('en'), siteName)).toBe(name);
});
