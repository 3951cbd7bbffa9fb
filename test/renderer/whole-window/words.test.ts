import { ORPCError } from '@orpc/client';
import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { AppState } from '../../../common/contract/contract.ts';
import { plainError } from '../../../renderer/feedback/plain-error.ts';
import { syncWords } from '../../../common/i18n/state-words.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import { statusWords, goesOnWords, quotaWords } from '../../../renderer/app/frame/status-words.ts';
import { localeOf } from '../../../common/i18n/locale.ts';
import { kindName, spellOut } from '../../../common/i18n/network-names.ts';
import { changeReason, kindWords } from '../../../renderer/reputation/change-words.ts';
import { paceWords, totalWords } from '../../../renderer/settings/data/polling-words.ts';
import { rateWords } from '../../../common/i18n/rule-words.ts';
import { createDraft, isEmptyRule, ruleOf } from '../../../renderer/watches/form/rule-draft.ts';
import { basisWords, tagText, wordText } from '../../../renderer/watches/watch-words.ts';
import { condition, runningState } from '../stage/fake-agent-data.ts';

const locale = localeOf('en');
const { words } = locale;
const now = new Date(2030, 4, 1, 12).getTime();
const before = (seconds: number) => new Date(now - seconds * 1000);
const after = (seconds: number) => new Date(now + seconds * 1000);

describe('times in words', () => {
  it('say how long ago something was', () => {
    const ages = [0, 44, 45, 119, 120, 3600, 86_400, 3 * 86_400, 8 * 86_400, 65 * 86_400, 800 * 86_400];
    expect(ages.map((seconds) => locale.age(before(seconds), now)).join(', ')).toBe(
      'just now, just now, 1 minute ago, 1 minute ago, 2 minutes ago, 1 hour ago, yesterday, 3 days ago, last week, ' +
        '2 months ago, 2 years ago',
    );
  });

  it.prop([fc.integer({ min: 1, max: 10 ** 9 })])(
    'call a date in the future now, and count down in minutes only below an hour, whatever the two clocks say',
    (seconds) => {
      expect(locale.age(after(seconds), now)).toBe('just now');
      const minutes = /(\d+) min/.exec(locale.until(after(seconds), now) ?? '')?.[1];
      expect(Number(minutes ?? 0)).toBeLessThan(60);
    },
  );

  it('count down to something', () => {
    const waits = [-5, 0, 34, 119, 120, 121, 3600, 3 * 3600 + 5 * 60, 3 * 86_400];
    expect(waits.map((seconds) => locale.until(after(seconds), now))).toEqual([
      undefined,
      undefined,
      '34 s',
      '119 s',
      '2 min',
      '3 min',
      '1 h',
      '3 h 5 min',
      '3 days',
    ]);
  });
});

describe('status words', () => {
  const well = runningState();
  const statusOf = (change: Partial<AppState>) => statusWords(locale, { ...well, ...change }, now);
  const problem = condition('offline', 'No connection.');
  const warning = condition('clock-wrong', 'The clock is off.', { severity: 'warning' });

  it('tells the most pressing: a problem before a pause, a pause before a warning', () => {
    const unasked = well.accounts.map(({ lastPollAt: _never, ...account }) => account);
    expect(statusOf({ accounts: unasked })).toEqual({ tone: 'live', words: 'All is well' });
    expect(statusOf({ accounts: [] })).toEqual({ tone: 'paused', words: 'You are not signed in' });
    expect(statusOf({ conditions: [warning] }).words).toBe('The clock is off.');
    expect(statusOf({ conditions: [warning], paused: true }).words).toBe('Paused');
    const all = { conditions: [warning, problem], paused: true };
    expect(statusOf(all)).toEqual({ tone: 'waiting', words: 'No connection.' });
  });

  it('speaks of a snooze only while it lasts', () => {
    expect(statusOf({ snoozedUntil: after(60) }).words).toMatch(/^Snoozed until /);
    expect(statusOf({ snoozedUntil: before(1) }).words).toMatch(/^Checked /);
  });

  it('says until when it is quiet', () => {
    const quiet = { because: 'quiet-hours', until: after(3600) } as const;
    expect(statusOf({ quiet }).words).toMatch(/^Quiet until .*\d/);
    expect(statusOf({ quiet: { because: 'do-not-disturb' } }).words).toBe('Quiet: do not disturb');
  });

  it('tells when the network was asked last, in steps that do not tick, and of several the longest ago', () => {
    const asked = (...seconds: number[]) =>
      statusOf({ accounts: seconds.map((ago) => ({ ...well.accounts[0]!, lastPollAt: before(ago) })) }).words;
    expect([0, 9, 10, 25, 59, 60, 150].map((ago) => asked(ago).replace('Checked ', ''))).toEqual([
      'just now',
      'just now',
      '10 s ago',
      '20 s ago',
      '50 s ago',
      '1 minute ago',
      '2 minutes ago',
    ]);
    expect(asked(20, 40, 5)).toBe('Checked 40 s ago');
  });

  it('tells what a person who syncs gets: everything, a part, or nothing yet, and when', () => {
    const at = after(40);
    expect(syncWords(locale, { asked: ['Inbox', 'Reputation'], later: [] }, now)).toBe('Checking everything now.');
    expect(syncWords(locale, { asked: [], later: [{ what: 'Inbox', at }] }, now)).toBe('Next check in 40 s.');
    expect(
      syncWords(locale, { asked: ['Sites'], later: ['A', 'B', 'C', 'D'].map((what) => ({ what, at })) }, now),
    ).toBe('Checking Sites now. A, B, and 2 others: checked a moment ago, asking again in 40 s.');
    expect(syncWords(locale, { asked: [], later: [{ what: 'Inbox', at: after(600) }] }, now)).toBe(
      'Next check in 10 min.',
    );
  });

  it('tells what is left of the requests where that is little: a tenth, or what is reserved', () => {
    const quota = { max: 1000, usedByAskbell: 0, reserve: 30 };
    expect([101, 100, 0].map((remaining) => isScarce({ ...quota, remaining }))).toEqual([false, true, true]);
    expect(isScarce({ max: 100, remaining: 30, reserve: 30 })).toBe(true);
  });

  it('tells the share of Askbell only where others use the quota too', () => {
    expect(quotaWords(locale, { max: 10_000, remaining: 9786, usedByAskbell: 120 })).toBe(
      '9,786 of 10,000 requests left (214 used, 120 by Askbell)',
    );
    expect(quotaWords(locale, { max: 300, remaining: 290, usedByAskbell: 10 })).toBe('290 of 300 requests left');
    expect(quotaWords(locale, { max: 300, remaining: 310, usedByAskbell: 0 })).toBe('300 of 300 requests left');
  });

  it('counts down to when a held polling goes on', () => {
    expect(goesOnWords(locale, { until: after(12 * 60) }, now)).toBe('Resumes in 12 min');
    expect(goesOnWords(locale, { until: before(1) }, now)).toBe('Resuming now');
  });
});

describe('polling in words', () => {
  it('tells how often a stream is asked, and what that costs', () => {
    const pace = (everySeconds: number, perDay: number) => paceWords(locale, { everySeconds, perDay });
    expect(pace(61.4, 1390.2)).toBe('every 61 s, about 1,390 requests a day');
    expect(pace(7260, 1)).toBe('every 2 h 1 min, about 1 request a day');
    expect(totalWords(locale, [])).toBe('About 0 requests a day in all.');
  });

  it.prop([fc.double({ min: 0, max: 10 ** 8, noNaN: true })])('never tells a pace of nothing', (everySeconds) => {
    expect(paceWords(locale, { everySeconds, perDay: 1 })).toMatch(/^every [1-9][\d,]* (s|min|h|days)/);
  });
});

describe('names of the network in words', () => {
  it('knows the documented kinds and spells out any other', () => {
    expect(kindName(words, 'new_answer')).toBe('New answer');
    expect(kindName(words, 'brand_new_thing')).toBe('Brand new thing');
    expect(kindName(words, 'toString')).toBe('ToString');
    expect(changeReason('up_votes', words)).toBe('Upvote');
    expect(changeReason('constructor', words)).toBe('Constructor');
    expect(changeReason(undefined, words)).toBe('Reputation changed');
    expect(kindWords({ voteType: 'up_votes', times: 1 }, words)).toBe('1 upvote');
    expect(kindWords({ voteType: 'up_votes', times: 1200 }, words)).toBe('1,200 upvotes');
    expect(kindWords({ voteType: 'new_thing', times: 2 }, words)).toBe('2 × New thing');
    expect(kindWords({ times: 1 }, words)).toBe('1 change');
  });

  it.prop([fc.string()])('always has something to say', (name) => {
    expect(kindName(words, name)).not.toBe('');
    expect(spellOut(words, name).trim()).not.toBe('');
  });
});

it('plain errors show nothing of an error that was not meant for people', () => {
  const secret = 'access_token=abc123';
  for (const error of [
    new ORPCError('INTERNAL_SERVER_ERROR', { message: secret }),
    new Error(secret),
    secret,
    undefined,
    new ORPCError('BAD_REQUEST', { message: secret }),
  ]) {
    const { message, advice } = plainError(error, words);
    expect(`${message} ${advice}`).not.toContain('abc123');
    expect(message).not.toBe('');
    expect(advice).not.toBe('');
  }
});

describe('watches', () => {
  it('come at a rate in the unit that people would use', () => {
    expect([1234, 19.6, 1, 0.7, 0.14, 0.1, 0.01, 0].map((perDay) => rateWords(perDay, words))).toEqual([
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

  it('say what a preview is drawn from', () => {
    const basis = (questions: number, hours: number) =>
      basisWords({ lookedAt: { questions, since: before(hours * 3600) } }, words, now);
    expect(basis(1, 0.2)).toBe('Based on 1 question from the last hour.');
    expect(basis(100, 30)).toBe('Based on 100 questions from the last 30 hours.');
    expect(basis(1200, 168)).toBe('Based on 1,200 questions from the last 7 days.');
    expect(basisWords({ lookedAt: { questions: 0 } }, words, now)).toBe('Based on 0 questions.');
  });

  it('take tags and words as they are typed', () => {
    expect(['  Unit Testing ,', 'Python-*'].map(tagText)).toEqual(['unit-testing', 'python-*']);
    expect([' “two words” ', 'one,'].map(wordText)).toEqual(['two words', 'one']);
  });

  it('have in their rule what is still being typed only where that is wanted', () => {
    const typing = { anyTags: 'New Tag', allTags: '', noTags: 'x,', titleWords: ' two  words ' };
    const draft = { ...createDraft(), typing };
    expect(isEmptyRule(ruleOf(draft, { typed: false }))).toBe(true);
    const whole = { anyTags: ['new-tag'], noTags: ['x'], titleWords: ['two  words'] };
    expect(ruleOf(draft, { typed: true })).toMatchObject(whole);
  });
});
