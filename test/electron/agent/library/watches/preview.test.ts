import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { WatchPreviews } from '../../../../../electron/agent/library/watches/preview.ts';
import type { Scheduler } from '../../../../../electron/agent/scheduler/scheduler.ts';
import { NetworkError, type Network } from '../../../../../electron/api/network.ts';
import { Question } from '../../../../../common/resources.ts';
import { WatchRule } from '../../../../../common/contract/contract.ts';
import { pageWith } from '../../sources/poll-under-test.ts';
import { questionOnWire } from '../../../../support/on-wire.ts';
import { openProfile, type ProfileHistory } from '../../../../support/profile.ts';

const now = Date.UTC(2026, 5, 1, 9);
const day = 24 * 3600_000;
const rule = (part: z.input<typeof WatchRule>): WatchRule => WatchRule.parse(part);
const found = (id: number, age: number, part: object = {}) =>
  Question.parse(questionOnWire(id, now - age, { score: 0, answer_count: 0, ...part }));
/** A full page of questions, one each so many ms. */
const fullPage = (ms: number, part: (n: number) => object = () => ({})) => ({
  items: Array.from({ length: 100 }, (_, n) => found(n + 1, (n + 1) * ms, part(n))),
  hasMore: true,
});

describe('a preview', () => {
  let profile: ProfileHistory;
  let sent: [string, object][];
  let answer: { items: Question[]; hasMore?: boolean; error?: NetworkError };
  let clock: number;
  let forClicks: number | undefined;
  let preview: WatchPreviews['preview'];
  let estimated: WatchPreviews['estimated'];
  const asking = (what: string) => async (query: object) => {
    sent.push([what, query]);
    if (answer.error) throw answer.error;
    return pageWith(answer.items, { hasMore: answer.hasMore ?? false });
  };
  const operations = ['questions', 'search', 'scored', 'featured'].map((what) => [what, asking(what)]);
  const network = Object.fromEntries(operations) as Network;
  const make = (others: WatchRule[] = [], pollsPerDay: Scheduler['pollsPerDay'] = () => 100) => {
    const scheduler = { networkNow: () => clock, forClicks: () => forClicks, pollsPerDay };
    const watches = { othersOn: () => others };
    return new WatchPreviews({ profile, network, scheduler, watches }, { now: () => clock });
  };

  beforeEach(() => {
    ({ profile } = openProfile());
    sent = [];
    answer = { items: [] };
    clock = now;
    forClicks = undefined;
    const previews = make();
    preview = previews.preview.bind(previews);
    estimated = previews.estimated.bind(previews);
  });

  /** A question that a poll has read. */
  const see = (questionId: number, age: number, tag = 'a') => {
    const site = { id: 's', name: 'S' };
    const read = { site, questionId, title: `Q${questionId}`, tags: [tag], createdAt: now - age, watchIds: [] };
    profile.questions.add(read, now, { matchedAt: now, read: true, met: true });
  };
  const alone = { requestsPerDay: 100, sharedWith: 0, sharedRules: [] };
  const besideB = { requestsPerDay: 0, sharedWith: 1, sharedRules: [rule({ anyTags: ['b'] })] };

  it('asks in the way that shows most: a search for its tags, else the newest of the site', async () => {
    await preview('s', rule({ anyTags: ['b', 'a'] }));
    await preview('s', rule({ anyTags: ['a-*'] }));
    await preview('s', rule({ anyTags: ['a'], minScore: 4 }));
    await preview('s', rule({ bounty: true }));
    const week = (now - 7 * day) / 1000;
    expect(sent).toEqual([
      ['search', { site: 's', pagesize: 100, tagged: ['a', 'b'], order: 'desc', fromdate: week }],
      ['questions', { site: 's', pagesize: 100, order: 'desc' }],
      ['scored', { site: 's', pagesize: 100, minScore: 4, fromdate: (now - 3 * day) / 1000, tagged: ['a'] }],
      ['featured', { site: 's', pagesize: 100 }],
    ]);
  });

  it('counts by what it looked at: a whole week, or as far back as a full page goes', async () => {
    answer = { items: [found(1, day), found(2, 2 * day), found(3, 6 * day, { title: 'Other' })] };
    expect(await preview('s', rule({ anyTags: ['a'], titleWords: ['q*'] }))).toMatchObject({
      perDay: 2 / 7,
      matches: [{ questionId: 1 }, { questionId: 2 }],
      lookedAt: { questions: 3, since: new Date(now - 7 * day) },
    });
    answer = fullPage(0.02 * day, (n) => ({ tags: [n % 4 === 0 ? 'a-x' : 'b'] }));
    const full = await preview('s', rule({ anyTags: ['a-*'] }));
    expect(full.perDay).toBeCloseTo(12.5);
    expect(full.matches).toHaveLength(25);
    expect(estimated('s', rule({ anyTags: ['A-*'] }))).toBeCloseTo(12.5);
  });

  it('says so where what it looked at is less than the week', async () => {
    answer = { items: [found(1, day), found(2, 6 * day)] };
    expect(await preview('s', rule({ anyTags: ['a'] }))).toMatchObject({ thisWeek: 2, atLeast: false });
    answer = fullPage(36_000);
    const lookedAt = { questions: 100, since: new Date(now - 3600_000) };
    const hundred = { thisWeek: 100, atLeast: true, lookedAt };
    expect(await preview('s', rule({ anyTags: ['a-*', 'a'] }))).toMatchObject(hundred);
    // Scores are asked of the last three days only.
    answer = { items: [found(1, day, { score: 9 })] };
    expect(await preview('s', rule({ minScore: 3 }))).toMatchObject({ thisWeek: 1, atLeast: true });
    answer = { items: [], error: new NetworkError('timeout', 'The network did not answer.') };
    expect(await preview('s', rule({ anyTags: ['c'] }))).toMatchObject({ thisWeek: 0, atLeast: true });
  });

  it('does not take nothing in a part of a week for nothing in a week', async () => {
    const zebra = rule({ titleWords: ['zebra'] });
    answer = fullPage(72_000);
    const lookedAt = { since: new Date(now - day / 12) };
    expect(await preview('s', zebra)).toMatchObject({ perDay: undefined, thisWeek: 0, atLeast: true, lookedAt });
    expect(await preview('s', rule({ minScore: 3, titleWords: ['zebra'] }))).toMatchObject({ perDay: undefined });
    expect(estimated('s', zebra)).toBeUndefined();
    answer = { items: [found(1, day)] };
    clock += 11 * 60_000;
    expect(await preview('s', zebra)).toMatchObject({ perDay: 0, atLeast: false });
    expect(estimated('s', zebra)).toBe(0);
    // What was known of the rule at last counts, not what was known before.
    answer = { items: [found(1, 3600_000)], hasMore: true };
    clock += 11 * 60_000;
    await preview('s', zebra);
    expect(estimated('s', zebra)).toBeUndefined();
  });

  it('asks nothing for a rule that leaves out all it asks for, and says so', async () => {
    const nothing = { never: true, matches: [], perDay: 0, cost: { requestsPerDay: 0 } };
    expect(await preview('s', rule({ anyTags: ['a'], noTags: ['A'] }))).toMatchObject(nothing);
    expect(await preview('s', rule({ anyTags: ['*'], noTags: ['*'] }))).toMatchObject({ never: true });
    expect(sent).toEqual([]);
    expect((await preview('s', rule({ anyTags: ['a', 'b'], noTags: ['a'] }))).never).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it('takes the whole week from what polls have read, once that goes back so far', async () => {
    for (const [id, age] of [day, 3 * day, 5 * day, 6.9 * day, 7.5 * day].entries()) see(id, age);
    profile.setMark('rates:questions:s', { allSince: (now - 7.8 * day) / 1000, readUntil: now / 1000 });
    const lookedAt = { questions: 4, since: new Date(now - 7 * day) };
    const whole = { thisWeek: 4, atLeast: false, lookedAt, perDay: expect.closeTo(4 / 7) };
    expect(await preview('s', rule({ anyTags: ['a'] }))).toMatchObject(whole);
    profile.setMark('rates:questions:s', { allSince: (now - 2 * day) / 1000, readUntil: now / 1000 });
    expect(await preview('s', rule({ anyTags: ['a'] }))).toMatchObject({ thisWeek: 1, atLeast: true });
    expect(sent).toEqual([]);
    // Scores and bounties are not known from there.
    await preview('s', rule({ anyTags: ['a'], minScore: 1 }));
    expect(sent).toHaveLength(1);
  });

  it('judges by score, answers and bounty', async () => {
    const good = found(1, day, { score: 5 });
    answer = { items: [good, found(2, day, { score: 5, answer_count: 1 }), found(3, day, { score: 2 })] };
    const one = { matches: [{ questionId: 1 }], perDay: expect.closeTo(1 / 3) };
    expect(await preview('s', rule({ minScore: 3, unanswered: true }))).toMatchObject(one);
    answer = { items: [found(4, 400 * day), found(5, 3 * day)], hasMore: true };
    const both = { matches: [{ questionId: 5 }, { questionId: 4 }], thisWeek: 2, atLeast: true };
    expect(await preview('s', rule({ bounty: true }))).toMatchObject(both);
  });

  it('keeps the answers and estimates of the last few rules only, however many are typed', async () => {
    answer = { items: [found(1, day)] };
    const typed = (n: number) => rule({ anyTags: [`tag-${n}`] });
    for (let n = 0; n < 300; n++) await preview('s', typed(n));
    await preview('s', typed(299));
    expect(sent).toHaveLength(300);
    await preview('s', typed(0));
    expect(sent).toHaveLength(301);
    expect([estimated('s', typed(299)), estimated('s', typed(5))]).toEqual([0, undefined]);
  });

  it('shares one answer for ten minutes', async () => {
    await preview('s', rule({ anyTags: ['a'] }));
    await preview('s', rule({ anyTags: ['a'], titleWords: ['x'] }));
    await preview('s', rule({ anyTags: ['a'], unanswered: true }));
    expect(sent).toHaveLength(1);
    clock += 11 * 60_000;
    await preview('s', rule({ anyTags: ['a'] }));
    expect(sent).toHaveLength(2);
  });

  it('spares the last requests, and says what it is drawn from instead', async () => {
    forClicks = 0;
    const spared = { matches: [], trouble: { kind: 'quota-exhausted' } };
    expect(await preview('s', rule({ anyTags: ['a'] }))).toMatchObject(spared);
    expect(sent).toEqual([]);
    forClicks = 1;
    answer = { items: [], error: new NetworkError('timeout', 'The network did not answer.') };
    const failed = { trouble: { kind: 'offline' }, perDay: undefined };
    expect(await preview('s', rule({ anyTags: ['a'] }))).toMatchObject(failed);
  });

  it('tells the cost beside the watches that are there, without a request that of several together', async () => {
    const besides = make(besideB.sharedRules);
    const rules = [rule({ anyTags: ['a'] }), rule({ anyTags: ['c'] })];
    expect(besides.costOfAll('s', rules)).toEqual(besideB);
    expect(make().costOfAll('s', rules)).toEqual(alone);
    expect(sent).toEqual([]);
    expect((await preview('s', rule({ anyTags: ['a'] }))).cost).toEqual(alone);
    expect((await besides.preview('s', rule({ anyTags: ['a'] }))).cost).toEqual(besideB);
  });

  it('tells by a full page that a list of scores or bounties takes more than one', async () => {
    const estimates: unknown[] = [];
    const estimating = make([], (stream, asIf) => (asIf?.estimate && estimates.push([stream, asIf.estimate]), 100));
    answer = { items: [found(1, day, { score: 3 })], hasMore: false };
    await estimating.preview('s', rule({ bounty: true }));
    answer = { ...answer, hasMore: true };
    await estimating.preview('s', rule({ anyTags: ['a'], minScore: 2 }));
    clock += 11 * 60_000;
    await estimating.preview('s', rule({ bounty: true }));
    expect(estimates).toEqual([
      ['featured:s', { pages: 1 }],
      ['scored:s', { pages: 3 }],
      ['featured:s', { pages: 3 }],
    ]);
  });
});
