import { ORPCError } from '@orpc/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainError } from '../../renderer/components/plain-error.ts';
import { connectionWords, goesOnWords, nextPollWords, quotaWords } from '../../renderer/components/status-words.ts';
import { ageInWords, countdown } from '../../renderer/components/time-words.ts';
import { itemKind, spellOut } from '../../renderer/inbox/item-kinds.ts';
import { ConnectionLost } from '../../renderer/link.ts';
import { changeReason, signed } from '../../renderer/reputation/change-words.ts';
import { paceWords, presenceWords, totalWords } from '../../renderer/settings/polling-words.ts';
import { runningState } from './fake-agent-data.ts';

const now = Date.UTC(2030, 4, 1, 12);
const before = (seconds: number) => new Date(now - seconds * 1000);
const after = (seconds: number) => new Date(now + seconds * 1000);
import { draftOf, ruleOf, saysMore, saysNothing, scoreProblem } from '../../renderer/watches/rule-draft.ts';
import { basisWords, costWords, rateWords, tagText, wordText } from '../../renderer/watches/watch-words.ts';

describe('age in words', () => {
  it.each([
    [0, 'just now'],
    [44, 'just now'],
    [45, '1 minute ago'],
    [119, '1 minute ago'],
    [120, '2 minutes ago'],
    [3600, '1 hour ago'],
    [86_400, 'yesterday'],
    [3 * 86_400, '3 days ago'],
    [8 * 86_400, 'last week'],
    [65 * 86_400, '2 months ago'],
    [800 * 86_400, '2 years ago'],
  ])('%i seconds: %s', (seconds, words) => {
    expect(ageInWords(before(seconds), now)).toBe(words);
  });

  it('calls a date in the future now, whatever the two clocks say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (seconds) => {
        expect(ageInWords(after(seconds), now)).toBe('just now');
      }),
    );
  });
});

describe('countdown', () => {
  it.each([
    [-5, 'now'],
    [0, 'now'],
    [34, '34 s'],
    [119, '119 s'],
    [120, '2 min'],
    [121, '3 min'],
    [3600, '1 h'],
    [3 * 3600 + 5 * 60, '3 h 5 min'],
    [3 * 86_400, '3 days'],
  ])('%i seconds: %s', (seconds, words) => {
    expect(countdown(after(seconds), now)).toBe(words);
  });

  it('never says that more than an hour or sixty minutes are left in minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 7 }), (seconds) => {
        const minutes = /(\d+) min/.exec(countdown(after(seconds), now))?.[1];
        expect(Number(minutes ?? 0)).toBeLessThan(60);
      }),
    );
  });
});

describe('status words', () => {
  const well = runningState();
  const problem = { kind: 'offline', severity: 'problem', title: 'No connection.', advice: 'Check the network.' } as const;
  const warning = { kind: 'clock-wrong', severity: 'warning', title: 'The clock is off.', advice: 'Set it.' } as const;

  it('tells the most pressing: a problem before a pause, a pause before a warning', () => {
    expect(connectionWords(well, now)).toEqual({ tone: 'good', words: 'All well' });
    expect(connectionWords({ ...well, conditions: [warning] }, now).words).toBe('The clock is off.');
    expect(connectionWords({ ...well, conditions: [warning], paused: true }, now).words).toBe('Paused');
    expect(connectionWords({ ...well, conditions: [warning, problem], paused: true }, now)).toEqual({ tone: 'bad', words: 'No connection.' });
  });

  it('tells that polling stands still where no problem does', () => {
    const held = { until: after(60), why: 'quota' } as const;
    expect(connectionWords({ ...well, held }, now)).toEqual({ tone: 'resting', words: 'The day’s requests are used up' });
    expect(connectionWords({ ...well, held, conditions: [problem] }, now).words).toBe('No connection.');
  });

  it('speaks of a snooze only while it lasts', () => {
    expect(connectionWords({ ...well, snoozedUntil: after(60) }, now).words).toMatch(/^Snoozed until /);
    expect(connectionWords({ ...well, snoozedUntil: before(1) }, now).words).toBe('All well');
  });

  it('tells the share of Askbell only where others use the quota too', () => {
    expect(quotaWords({ max: 10_000, remaining: 9786, usedByAskbell: 120 })).toBe('9,786 of 10,000 requests left (214 used, 120 by Askbell)');
    expect(quotaWords({ max: 300, remaining: 290, usedByAskbell: 10 })).toBe('290 of 300 requests left');
    expect(quotaWords({ max: 300, remaining: 310, usedByAskbell: 0 })).toBe('300 of 300 requests left');
  });

  it('counts down to when a held polling goes on', () => {
    expect(goesOnWords({ until: after(12 * 60) }, now)).toBe('Goes on in 12 min');
    expect(goesOnWords({ until: before(1) }, now)).toBe('Goes on now');
  });

  it('tells what is asked next and when', () => {
    expect(nextPollWords({ what: 'inbox', at: after(34) }, now)).toBe('Next: inbox in 34 s');
    expect(nextPollWords({ what: 'inbox', at: before(2) }, now)).toBe('Next: inbox now');
  });
});

describe('polling in words', () => {
  it('tells pace and cost of each stream and of all', () => {
    const plan = [
      { stream: 'Inbox', everySeconds: 61.4, perDay: 1390.2, why: '' },
      { stream: 'Questions on gardening', everySeconds: 7260, perDay: 1, why: '' },
    ];
    expect(plan.map(paceWords)).toEqual(['every 61 s, about 1,390 requests a day', 'every 2 h 1 min, about 1 request a day']);
    expect(totalWords(plan)).toBe('In all about 1,391 requests a day.');
    expect(totalWords([])).toBe('In all about 0 requests a day.');
  });

  it('tells whether somebody is there, and since when not', () => {
    expect(presenceWords({ state: 'present', since: before(60) }, now)).toMatch(/^You are here: /);
    expect(presenceWords({ state: 'away', since: before(60) }, now)).toMatch(/^You have been away since \d/);
  });

  it('never tells a pace of nothing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10 ** 8, noNaN: true }), (everySeconds) => {
        expect(paceWords({ everySeconds, perDay: 1 })).toMatch(/^every [1-9]\d* (s|min|h|days)/);
      }),
    );
  });
});

describe('names of the network in words', () => {
  it('knows the documented kinds and spells out any other', () => {
    expect(itemKind('new_answer')).toBe('New answer');
    expect(itemKind('brand_new_thing')).toBe('Brand new thing');
    expect(itemKind('toString')).toBe('ToString');
    expect(changeReason('up_votes')).toBe('Upvote');
    expect(changeReason('constructor')).toBe('Constructor');
    expect(changeReason(undefined)).toBe('Reputation changed');
  });

  it('always has something to say', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(itemKind(name)).not.toBe('');
        expect(spellOut(name).trim()).not.toBe('');
      }),
    );
  });

  it('gives a change its sign', () => {
    expect([10, -2, 0, 1500].map(signed)).toEqual(['+10', '−2', '0', '+1,500']);
  });
});

describe('plain errors', () => {
  it('gives the words of a refusal', () => {
    const error = new ORPCError('REFUSED', { message: 'That tag is watched already.', data: { advice: 'Choose another.' } });
    expect(plainError(error)).toEqual({ message: 'That tag is watched already.', advice: 'Choose another.' });
  });

  it('shows nothing of an error that was not meant for people', () => {
    const secret = 'access_token=abc123';
    for (const error of [new ORPCError('INTERNAL_SERVER_ERROR', { message: secret }), new Error(secret), secret, undefined, new ORPCError('BAD_REQUEST', { message: secret })]) {
      const { message, advice } = plainError(error);
      expect(`${message} ${advice}`).not.toContain('abc123');
      expect(message).not.toBe('');
      expect(advice).not.toBe('');
    }
  });

  it('says that the connection is lost', () => {
    expect(plainError(new ConnectionLost()).message).toBe('The connection to Askbell is lost.');
  });
});

describe('watches', () => {
  const cost = (requestsPerDay: number, sharedWith = 0) => costWords({ requestsPerDay, sharedWith });

  it('come at a rate in the unit that people would use', () => {
    expect([1234, 19.6, 1, 0.7, 0.14, 0.1, 0.01, 0].map(rateWords)).toEqual([
      'about 1,200 a day',
      'about 20 a day',
      'about 1 a day',
      'about 5 a week',
      'about 1 a week',
      'about 3 a month',
      'less than one a month',
      'none in a week',
    ]);
  });

  it('cost what they add to the others', () => {
    expect([cost(310), cost(48, 2), cost(0, 1), cost(0)]).toEqual(['about 310 requests a day', 'about 48 requests a day more', 'no requests of its own', 'hardly any requests']);
  });

  it('say what a preview is drawn from', () => {
    const now = Date.UTC(2026, 5, 1);
    const basis = (questions: number, hours?: number) =>
      basisWords({ name: '', matches: [], cost: { requestsPerDay: 0, sharedWith: 0 }, lookedAt: { questions, ...(hours !== undefined && { since: new Date(now - hours * 3_600_000) }) } }, now);
    expect([basis(1, 0.2), basis(100, 30), basis(1200, 168), basis(0)]).toEqual([
      'Drawn from 1 question of the last 1 hour.',
      'Drawn from 100 questions of the last 30 hours.',
      'Drawn from 1,200 questions of the last 7 days.',
      'Drawn from 0 questions.',
    ]);
  });

  it('take tags and words as they are typed', () => {
    expect([tagText('  Unit Testing ,'), tagText('Python-*'), wordText(' “two words” '), wordText('one,')]).toEqual(['unit-testing', 'python-*', 'two words', 'one']);
  });
});

describe('the draft of a rule', () => {
  it('becomes a rule with what is still being typed, and without a score that is none', () => {
    const draft = draftOf();
    draft.typing = { anyTags: 'New Tag', allTags: '', noTags: 'x,', titleWords: ' two  words ' };
    draft.minScore = '−2';
    expect(ruleOf(draft, { typed: false })).toEqual({ anyTags: [], allTags: [], noTags: [], titleWords: [], unanswered: false, bounty: false, minScore: -2 });
    expect(ruleOf(draft, { typed: true })).toMatchObject({ anyTags: ['new-tag'], noTags: ['x'], titleWords: ['two  words'] });
    expect(scoreProblem({ ...draft, minScore: '1.5' })).toBe('Enter a whole number.');
    expect(ruleOf({ ...draft, minScore: 'x' }, { typed: false })).not.toHaveProperty('minScore');
    expect(scoreProblem({ ...draft, minScore: ' ' })).toBeUndefined();
  });

  it('is the rule it was made of until something is changed', () => {
    const rule = { anyTags: ['a'], allTags: [], noTags: [], titleWords: [], minScore: 3, unanswered: true, bounty: false };
    expect(ruleOf(draftOf(rule), { typed: true })).toEqual(rule);
    expect(saysNothing(ruleOf(draftOf(), { typed: true }))).toBe(true);
    expect(saysMore({ ...rule, minScore: undefined, unanswered: false })).toBe(false);
    expect(saysMore(rule)).toBe(true);
  });
});
