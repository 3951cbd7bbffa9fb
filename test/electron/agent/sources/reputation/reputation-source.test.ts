import { beforeEach, expect, it } from 'vitest';
import { pageOf, pollAt } from '../poll-under-test.ts';
import { recordAccounts } from '../../../../../electron/agent/sources/reputation/record-changes.ts';
import { SOURCES } from '../../../../../electron/agent/scheduler/polls.ts';
import { NetworkError, type Network } from '../../../../../electron/api/network.ts';
import { ReputationChange } from '../../../../../common/resources.ts';
import { openProfile, type History, type ProfileHistory } from '../../../../support/profile.ts';

const NOW = Date.UTC(2026, 5, 1, 9);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const upvote = { reputation_history_type: 'post_upvoted', reputation_change: 10 };
const change = (number: number, at: number) =>
  ReputationChange.parse({ ...upvote, post_id: number, creation_date: at / 1000 });
const changesAfter = (after: number, count: number, first = 1, each = 1000) =>
  Array.from({ length: count }, (_, index) => change(first + count - index, after + (count - index) * each));

let history: History;
let profile: ProfileHistory;
/** What the network has, the newest first, and what comes right after it answered the first of several pages. */
let changes: ReputationChange[];
let pushed: ReputationChange[];
let failure: NetworkError | undefined;
let asked: number[];

const reputationHistory: Network['reputationHistory'] = async ({ page = 1, pagesize = 100 }) => {
  asked.push(page);
  if (page > 1 && failure) throw failure;
  const answer = pageOf(changes, page, pagesize);
  if (page === 1 && answer.hasMore) [changes, pushed] = [[...pushed, ...changes], []];
  return answer;
};
const poll = async (at: number, reputation: number) => {
  asked = [];
  const site = { id: 'loops', name: 'Loops' };
  recordAccounts(profile, [{ site, userId: 7, reputation, saidAt: at }]);
  await SOURCES.reputation(
    pollAt(at, { network: { reputationHistory } as unknown as Network, history, profile, backfillLeft: () => 0 }),
    'loops',
  );
};
const told = () => profile.notifications.pending().map(({ title }) => title);
const listed = () => profile.reputation.changeSince(NOW).get('loops');
const withoutReason = () => profile.reputation.list(999).filter(({ postId }) => postId === undefined);

beforeEach(async () => {
  ({ history, profile } = openProfile());
  history.setSites('demo', [{ id: 'loops', name: 'Loops', siteUrl: 'https://loops.example' }]);
  [changes, pushed, failure] = [[change(1, NOW - HOUR)], [], undefined];
  await poll(NOW, 1000);
});

// A page holds a hundred at most (docs/api.md, "Paging").
it.each([0, 1, 3])('lists and announces hundreds of changes once each, %i more between two pages', async (count) => {
  changes = [...changesAfter(NOW, 250, 750, MINUTE), ...changes];
  pushed = changesAfter(changes[0]!.creation_date.getTime(), count, 5000);
  await poll(NOW + 10 * HOUR, 3500);
  expect(asked).toEqual([1, 2, 3]);
  expect(listed()).toBe(2500);
  expect(told()).toEqual(['+2,500 reputation on Loops']);
  await poll(NOW + 11 * HOUR, 3500 + count * 10);
  expect(asked).toEqual([1]);
  expect(listed()).toBe(2500 + count * 10);
});

it.each([2500, 1000])('tells both votes of one second on a post around the end of a page, total %i', async (total) => {
  changes = [...changesAfter(NOW + HOUR, 99, 1000), ...Array.from({ length: 2 }, () => change(7, NOW + HOUR))];
  changes = [...changes, ...changesAfter(NOW + MINUTE, 49, 500), change(1, NOW - HOUR)];
  await poll(NOW + 10 * HOUR, total);
  expect(asked).toEqual([1, 2]);
  expect(listed()).toBe(1500);
});

it.each(['server-fault', 'not-found', 'offline'] as const)('tells the first page where one fails: %s', async (kind) => {
  changes = [...changesAfter(NOW + HOUR, 250), ...changes];
  failure = new NetworkError(kind, 'not now');
  await poll(NOW + 2 * HOUR, 3500);
  expect(asked).toEqual([1, 2]);
  // The oldest second of a page may be cut by its end.
  expect(listed()).toBe(990);
  changes = [...changesAfter(NOW + 2 * HOUR, 5, 9000), ...changes];
  await poll(NOW + 2 * HOUR + 5 * MINUTE, 3550);
  expect(listed()).toBe(1040);
  failure = undefined;
  await poll(NOW + 2 * HOUR + 10 * MINUTE, 3550);
  expect(asked).toEqual([1, 2, 3]);
  expect(listed()).toBe(2550);
  expect(withoutReason()).toEqual([]);
  await poll(NOW + 3 * HOUR, 3550);
  expect(asked).toEqual([1]);
  expect(listed()).toBe(2550);
});

it('tells what never comes as a sum, and goes on asking for it for a day only', async () => {
  changes = [...changesAfter(NOW + HOUR, 250), ...changes];
  failure = new NetworkError('server-fault', 'not now');
  for (let round = 0; round < 4; round++) await poll(NOW + 2 * HOUR + round * 5 * MINUTE, 3500);
  expect(listed()).toBe(2500);
  expect(withoutReason().map(({ change: sum }) => sum)).toEqual([1510]);
  await poll(NOW + 27 * HOUR, 3500);
  await poll(NOW + 28 * HOUR, 3500);
  expect(asked).toEqual([1]);
  expect(listed()).toBe(2500);
});
