import { recordingAt } from '../poll-under-test.ts';
import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { accountFacts } from '../../../../../electron/agent/sources/sites-source.ts';
import {
  accountsToExplain,
  recordAccounts,
  recordReputation,
  unexplainedRetryMs,
} from '../../../../../electron/agent/sources/reputation/record-changes.ts';
import { historyEvents, reputationEvents } from '../../../../../electron/agent/sources/reputation/listed-changes.ts';
import { openHistory } from '../../../../../electron/store/history.ts';
import { isUnexplained } from '../../../../../electron/store/reputation.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { momentOf, ReputationWorld, type Deed, type Telling } from '../../../../support/reputation-world.ts';

const site = { id: 'loops', name: 'Loops' };
const other = { site: { id: 'other', name: 'Other' }, userId: 6, reputation: 1 };
const WEEK = 7 * 24 * 60;

/** `count` times in minutes, the first at `from`, each `gap` after the one before. */
const steps = (from: number, count: number, gap: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index * gap);

/** What somebody was told while Askbell followed a world. */
interface Told {
  /** The sum of every notification. */
  sum: number;
  /** Amounts without a reason. */
  bare: number[];
  /** What is listed of a post, by vote type. */
  listed: (post: number, types: string[]) => number;
}

/** Follows a world with the polls at these minutes, as the scheduler would, and for two more quiet days after them. */
function follow(world: ReputationWorld, telling: Telling, polls: readonly number[], isOnlyAccount: boolean): Told {
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  const bare = new Map<string, number>();
  let totalAt = -Infinity;
  /** As the scheduler keeps apart two polls of the list. */
  let restsUntil = -Infinity;
  const readTotal = (minute: number) => {
    const [fact] = accountFacts([world.total(minute)], [{ ...site, siteUrl: 'https://loops.example' }]);
    const mine = { ...fact!, saidAt: momentOf(minute) };
    recordAccounts(profile, isOnlyAccount ? [mine] : [mine, { ...other, saidAt: momentOf(minute) }]);
    profile.setMark('accounts-at', momentOf(minute));
    totalAt = minute;
  };
  const readList = (minute: number) => {
    const isHistory = telling.list === 'single';
    const events = isHistory
      ? historyEvents(world.history(minute), site)
      : reputationEvents(world.scrubbed(minute), site);
    const list = { route: telling.list, events: events.slice(0, 100), hasMore: events.length > 100, isWhole: true };
    const now = momentOf(minute);
    const isUnsettled = recordReputation(recordingAt(profile, now), 'loops', list, now + 1000);
    restsUntil = minute + (isUnsettled ? unexplainedRetryMs(profile, 'loops') / 60_000 : 1);
    for (const event of profile.reputation.list(100).filter(isUnexplained))
      if (!bare.has(event.key)) bare.set(event.key, event.change);
  };
  const poll = (minute: number) => {
    const isUnexplainedNow = accountsToExplain(profile, momentOf(minute)).includes('loops');
    const isOld = profile.mark('accounts-at') === 0 || minute - totalAt > (isUnexplainedNow ? 4 : 24 * 60);
    if ((!isOnlyAccount || isOld) && minute > totalAt) readTotal(minute);
    if (minute < restsUntil) return;
    if (isOnlyAccount || accountsToExplain(profile, momentOf(minute)).includes('loops')) readList(minute);
  };
  const quiet = [...steps(WEEK, 20, 6), ...steps(WEEK + 120, 26, 120), ...steps(WEEK + 54 * 60, 20, 6)];
  for (const minute of [0, ...polls.toSorted((a, b) => a - b), ...quiet]) poll(minute);
  const notices = profile.notifications.pending();
  const amounts = notices.map(({ title }) => Number(title.split(' ')[0]!.replace('−', '-')));
  const all = profile.reputation.list(1000);
  history.close();
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return {
    sum: sumOf(amounts),
    bare: [...bare.values()],
    listed(post, types) {
      const own = all.filter(({ postId, voteType }) => postId === post && types.includes(voteType ?? ''));
      return sumOf(own.map(({ change }) => change));
    },
  };
}

const minuteOfWeek = fc.integer({ min: 30, max: WEEK - 1 });
const deedsOf = (...kinds: Deed['kind'][]): fc.Arbitrary<Deed[]> => {
  const deed = fc.record({
    kind: fc.constantFrom(...kinds),
    post: fc.integer({ min: 1, max: 3 }),
    at: minuteOfWeek,
    backAfter: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined, freq: 4 }),
  });
  const deeds = deed.map(({ backAfter, ...rest }) => ({
    ...rest,
    ...(backAfter !== undefined && rest.kind !== 'own-down' && { backAt: Math.min(rest.at + backAfter, WEEK - 1) }),
  }));
  return fc.array(deeds, { maxLength: 60 });
};
const telling: fc.Arbitrary<Telling> = fc.record({
  list: fc.constantFrom('scrubbed', 'single'),
  listLag: fc.constantFrom(0, 1, 4),
  totalLag: fc.constantFrom(0, 1, 20, 180),
});
const polls = fc.array(minuteOfWeek, { minLength: 10, maxLength: 100 });

/** The vote types under which each kind of vote and its taking back are listed. */
const TYPES: Record<Exclude<Deed['kind'], 'own-down'>, string[]> = {
  up: ['up_votes', 'post_unupvoted'],
  down: ['down_votes', 'post_undownvoted'],
  accept: ['accepts', 'answer_unaccepted'],
};

it('a week of reputation as the public service tells it adds up to what the site shows, whatever is summed, limited, hidden, taken back or late', () => {
  const deeds = deedsOf('up', 'down', 'accept', 'own-down');
  fc.assert(
    fc.property(deeds, telling, polls, fc.boolean(), (done, how, when, isOnlyAccount) => {
      const world = new ReputationWorld(done, how);
      const told = follow(world, how, when, isOnlyAccount);
      expect(told.sum).toBe(world.shown(WEEK) - world.shown(0));
    }),
    { numRuns: propertyRuns(90) },
  );
});

it.prop([deedsOf('up', 'down', 'accept'), telling, polls, fc.boolean()], { numRuns: propertyRuns(90) })(
  'a week of reputation as the public service tells it invents nothing and loses nothing: each post is told what its votes really brought',
  (given, how, when, isOnlyAccount) => {
    // A total that holds a vote after the list has lost it cannot be explained by anybody.
    const deeds = how.totalLag > how.listLag ? given.map((each) => ({ ...each, backAt: undefined })) : given;
    const world = new ReputationWorld(deeds, how);
    const told = follow(world, how, when, isOnlyAccount);
    expect(told.bare).toEqual([]);
    for (const post of [1, 2, 3])
      for (const kind of ['up', 'down', 'accept'] as const)
        expect(told.listed(post, TYPES[kind]), `${kind} of ${post}`).toBe(world.brought(WEEK, kind, post));
  },
);
