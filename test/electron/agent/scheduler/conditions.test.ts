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
const failed = (said?: string): AgentCondition =>
  assessFailure(
    new NetworkError(
      'bad-request',
      `The network refused the request.${said === undefined ? '' : ` The network says: "${said}"`}`,
      said === undefined ? {} : { said },
    ),
    1,
    now,
    () => 0.5,
    'Loops',
  ).condition;
const watch = (id: string, siteId: string, rule: object): StoredWatch =>
  watchOf(id, siteId, rule, { siteName: siteId.toUpperCase() });
const tagged = watch('1', 'beds', { anyTags: ['soil'] });
const scored = watch('2', 'beds', { anyTags: ['soil'], minScore: 2 });
const other = watch('3', 'loops', { anyTags: ['a'] });
const shown = (
  watches: StoredWatch[],
  failing: Partial<Record<string, AgentCondition>>,
  language: 'en' | 'de' = 'en',
) =>
  streamConditions(
    ['inbox', 'questions:beds', 'scored:beds', 'questions:loops'] as StreamId[],
    (id) => failing[id],
    watches,
    'Net',
  )
    .map((condition) => localizeCondition(condition, localeOf(language)))
    .map(({ title, advice, siteId }) => [siteId, title, advice].filter(Boolean).join(' / '));

describe('what is wrong with single streams', () => {
  it('names the site that is refused, and only the watches that find nothing', () => {
    expect(shown([tagged, scored, other], { 'questions:beds': failed('No site found.') })).toEqual([
      'beds / Net refuses requests for BEDS / The network said: “No site found”. If this keeps happening, the site is probably gone: stop watching soil there. Everything else carries on.',
    ]);
  });

  it('tells a site once, whatever is asked of it', () => {
    const all = shown([tagged, scored, other], { 'questions:beds': failed(), 'scored:beds': failed() }, 'de');
    expect(all).toHaveLength(1);
    expect(all[0]).toContain('Beende dort die Beobachtungen (soil; soil, ');
  });

  it('is about no site where the network refuses all of several, or something else', () => {
    const both = shown([tagged, other], { 'questions:beds': failed('x'), 'questions:loops': failed('x') });
    expect(both).toEqual(
      Array<string>(2).fill(
        'Loops refused a request / The network said: “x”. If this keeps happening, the network may have changed: look for a newer version of Askbell.',
      ),
    );
    expect(shown([tagged], { inbox: failed() })).toEqual([
      'Loops refused a request / If this keeps happening, the network may have changed: look for a newer version of Askbell.',
    ]);
  });

  it('tells two sites that are gone each by itself', () => {
    const third = watch('4', 'garden', { anyTags: ['a'] });
    const failing = { 'questions:beds': failed(), 'questions:garden': failed() };
    expect(shown([tagged, other, third], failing).map((text) => text.split(' / ')[0])).toEqual(['beds', 'garden']);
  });
});

describe('conditions of the whole network', () => {
  it('promise of a used-up day only what is there: something for inbox and clicks, for clicks, or nothing', () => {
    const advice = (forClicks: number | undefined, forInbox: number | undefined) =>
      english(
        quotaCondition(
          { spendable: 0, forClicks, forInbox, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour },
          (at) => at,
          'Loops',
        ),
      );
    expect(advice(30, 20)).toMatchObject({
      kind: 'quota-exhausted',
      title: 'The daily quota for Loops is used up',
      advice: expect.stringMatching(/for the inbox.*for your own clicks/) as string,
    });
    expect(advice(3, 0)?.advice).toMatch(/kept for your own clicks/);
    expect(advice(3, 0)?.advice).not.toMatch(/inbox/);
    for (const nothing of [advice(0, 0), advice(undefined, undefined)])
      expect(nothing?.advice).not.toMatch(/inbox|click|kept/);
  });

  it('tell a clock that is an hour off, in the right direction', () => {
    expect(english(clockCondition(hour))?.title).toBe('This computer’s clock is about 60 minutes behind');
    expect(english(clockCondition(-3 * hour))?.title).toBe('This computer’s clock is about 3 hours ahead');
    expect(english(clockCondition(5 * 24 * hour))?.title).toBe('This computer’s clock is about 5 days behind');
    expect(clockCondition(-60_000)).toBeUndefined();
  });

  it('come most pressing first, warnings last', () => {
    const [fault, rejected] = (['server-fault', 'token-rejected'] as const).map(
      (kind) => assessFailure(new NetworkError(kind, 'What happened.'), 1, now, () => 0.5, 'Loops').condition,
    );
    const all = [clockCondition(hour)!, fault!, rejected!];
    expect(mostUrgentFirst(all).map(({ kind }) => kind)).toEqual(['signed-out', 'server-fault', 'clock-wrong']);
  });
});
