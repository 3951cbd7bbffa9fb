import { expect, it } from 'vitest';
import { recordAccounts } from '../../../../electron/agent/polls/record/reputation.ts';
import { pollStream } from '../../../../electron/agent/polls/run-poll.ts';
import type { PollContext } from '../../../../electron/agent/polls/poll-context.ts';
import type { Network } from '../../../../electron/api/network.ts';
import { ReputationChange } from '../../../../common/resources.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import { openHistory } from '../../../../electron/store/history.ts';

const NOW = Date.UTC(2026, 5, 1, 9);
const HOUR = 3600_000;

const change = (number: number, at: number) =>
  ReputationChange.parse({
    reputation_history_type: 'post_upvoted',
    reputation_change: 10,
    post_id: number,
    creation_date: at / 1000,
  });

// A page holds a hundred at most (docs/api.md, "Paging").
it.each([
  { what: 'that came while Askbell was away', pushed: 0 },
  { what: 'once each, although more comes between two pages', pushed: 3 },
])('lists and announces hundreds of changes $what', async ({ pushed }) => {
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  history.setSites('demo', [{ id: 'loops', name: 'Loops', siteUrl: 'https://loops.example' }]);
  let changes = [change(1, NOW - HOUR)];
  let asked: number[] = [];
  const reputationHistory: Network['reputationHistory'] = async ({ page = 1, pagesize = 100 }) => {
    asked.push(page);
    const items = changes.slice((page - 1) * pagesize, page * pagesize);
    const hasMore = changes.length > page * pagesize;
    if (page === 1 && hasMore) changes = [...later(pushed, changes[0]!.creation_date.getTime()), ...changes];
    return { items, hasMore, broken: 0, repeated: false };
  };
  const later = (count: number, after: number) =>
    Array.from({ length: count }, (_, index) => change(5000 + index, after + (count - index) * 1000));
  const poll = async (at: number, reputation: number) => {
    asked = [];
    const site = { id: 'loops', name: 'Loops' };
    recordAccounts(profile, [{ site, userId: 7, reputation, saidAt: at }]);
    await pollStream('reputation:loops', {
      network: { reputationHistory } as unknown as Network,
      networkId: 'demo',
      history,
      profile,
      rules: {
        notify: { inbox: true, reputation: true, questions: true, badges: false },
        watches: [],
        locale: ENGLISH,
      },
      now: () => at,
      networkNow: () => at,
      vouchedNow: () => at,
      idleFor: 0,
      sending: {},
      isStillWatched: () => true,
      onPage: () => undefined,
      backfillQuota: { left: () => 0, spend: () => undefined },
    } satisfies PollContext);
  };
  await poll(NOW, 1000);
  changes = [
    ...Array.from({ length: 250 }, (_, index) => change(1000 - index, NOW + (250 - index) * 60_000)),
    ...changes,
  ];
  await poll(NOW + 10 * HOUR, 3500);
  expect(asked).toEqual([1, 2, 3]);
  expect(profile.reputation.changeSince(NOW).get('loops')).toBe(2500);
  expect(profile.notices.pending().map(({ title }) => title)).toEqual(['+2,500 reputation on Loops']);
  await poll(NOW + 11 * HOUR, 3500 + pushed * 10);
  expect(asked).toEqual([1]);
  expect(profile.reputation.changeSince(NOW).get('loops')).toBe(2500 + pushed * 10);
  history.close();
});
