import { describe, expect, it } from 'vitest';
import { localizeCondition, mostUrgentFirst, type AgentCondition } from '../../../../electron/agent/conditions.ts';
import { clockCondition, quotaCondition, streamConditions } from '../../../../electron/agent/scheduler/conditions.ts';
import { assessFailure } from '../../../../electron/agent/scheduler/failures.ts';
import type { StreamId } from '../../../../electron/agent/ids.ts';
import { NetworkError } from '../../../../electron/api/network.ts';
import type { StoredWatch } from '../../../../electron/store/settings.ts';
import { watchOf } from '../../../support/watch.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const english = (condition: AgentCondition | undefined) => condition && localizeCondition(condition, localeOf('en'));
const assessed = (error: NetworkError) => assessFailure(error, 1, now, () => 0.5, 'Loops').condition;
const failed = (said?: string): AgentCondition =>
  assessed(new NetworkError('bad-request', 'What happened.', said === undefined ? {} : { said }));
const watch = (id: string, siteId: string, rule: object) =>
  watchOf(id, siteId, rule, { siteName: siteId.toUpperCase() });
const tagged = watch('1', 'beds', { anyTags: ['soil'] });
const scored = watch('2', 'beds', { anyTags: ['soil'], minScore: 2 });
const other = watch('3', 'loops', { anyTags: ['a'] });
const streams: StreamId[] = ['inbox', 'questions:beds', 'scored:beds', 'questions:loops'];
const shown = (watches: StoredWatch[], failing: Record<string, AgentCondition>, language: 'en' | 'de' = 'en') =>
  streamConditions(streams, (id) => failing[id], watches, 'Net').map((condition) => {
    const { title, advice, siteId } = localizeCondition(condition, localeOf(language));
    return [siteId, title, advice].filter(Boolean).join(' / ');
  });

describe('what is wrong with single streams', () => {
  it('names the site that is refused, and only the watches that find nothing', () => {
    expect(shown([tagged, scored, other], { 'questions:beds': failed('No site found.') })).toEqual([
      'beds / Net refuses requests for BEDS / The network said: “No site found”. If this keeps happening, the site is probably gone: stop watching there (soil).',
    ]);
  });

  it('tells a site once, whatever is asked of it', () => {
    const all = shown([tagged, scored, other], { 'questions:beds': failed(), 'scored:beds': failed() }, 'de');
    expect(all).toHaveLength(1);
    expect(all[0]).toContain('Beende dort deine Beobachtungen (soil; soil, ');
  });

  it('is about no site where the network refuses all of several, or something else', () => {
    const both = shown([tagged, other], { 'questions:beds': failed('x'), 'questions:loops': failed('x') });
    const advice = 'If this keeps happening, look for a newer version of Askbell.';
    expect(both).toEqual(Array(2).fill(`Loops refused a request / The network said: “x”. ${advice}`));
    expect(shown([tagged], { inbox: failed() })).toEqual([`Loops refused a request / ${advice}`]);
  });

  it('tells two sites that are gone each by itself', () => {
    const third = watch('4', 'garden', { anyTags: ['a'] });
    const failing = { 'questions:beds': failed(), 'questions:garden': failed() };
    expect(shown([tagged, other, third], failing).map((text) => text.split(' / ')[0])).toEqual(['beds', 'garden']);
  });
});

it('conditions of the whole network promise of a used-up day only what is there: something for inbox and clicks, for clicks, or nothing', () => {
  const usedUp = { spendable: 0, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
  const advice = (forClicks?: number, forInbox?: number) =>
    english(quotaCondition({ ...usedUp, forClicks, forInbox }, (at) => at, 'Loops'));
  expect(advice(30, 20)).toMatchObject({
    kind: 'quota-exhausted',
    title: 'The daily quota for Loops is used up',
    retryAt: now + 5 * hour,
    advice: expect.stringMatching(/inbox is still checked.*your clicks work.*your account or address/) as string,
  });
  expect(advice(3, 0)?.advice).toMatch(/^Your clicks still work\./);
  expect(advice(3, 0)?.advice).not.toMatch(/inbox/);
  for (const nothing of [advice(0, 0), advice()]) expect(nothing?.advice).not.toMatch(/inbox|click/);
});

it('conditions of the whole network tell a clock that is an hour off, in the right direction', () => {
  const titles = [hour, -3 * hour, 120 * hour].map((off) => english(clockCondition(off))?.title);
  const off = ['1 h behind', '3 h ahead', '5 days behind'];
  expect(titles).toEqual(off.map((words) => `This computer’s clock is about ${words}`));
  expect(clockCondition(-60_000)).toBeUndefined();
});

it('conditions of the whole network come most pressing first, warnings last', () => {
  const failures = (['server-fault', 'token-rejected'] as const).map((kind) => assessed(new NetworkError(kind, '')));
  const all = [clockCondition(hour)!, ...failures];
  expect(mostUrgentFirst(all).map(({ kind }) => kind)).toEqual(['signed-out', 'server-fault', 'clock-wrong']);
});
