import { recordingAt } from '../poll-under-test.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accountsToExplain,
  recordAccounts,
  recordReputation,
} from '../../../../../electron/agent/sources/reputation/record-changes.ts';
import type { ReputationEvent } from '../../../../../electron/store/events.ts';
import { site } from '../../../../support/events.ts';
import { openProfile, type ProfileHistory } from '../../../../support/profile.ts';

const now = Date.UTC(2026, 5, 1, 9);
const change = (key: string, points: number, onDate = now): ReputationEvent => {
  return { key, site, change: points, onDate, title: key };
};

/** A page of which some entries could not be read, so that one that is missing tells nothing. */
const pageOf = (events: ReputationEvent[]) => ({ route: 'history', events, hasMore: false, isWhole: false });

describe('recording reputation', () => {
  let profile: ProfileHistory;
  const recording = () => recordingAt(profile, now);
  const titles = () => profile.notifications.pending().map((notice) => notice.title);
  const account = (reputation: number, saidAt?: number) =>
    recordAccounts(profile, [{ site, userId: 5, reputation, saidAt }]);
  const other = { site: { id: 'other', name: 'Other' }, userId: 6, reputation: 1, saidAt: now };
  const total = (reputation: number, saidAt: number) =>
    recordAccounts(profile, [{ site, userId: 5, reputation, saidAt }, other]);
  const look = (events: ReputationEvent[], networkNow = now) =>
    recordReputation(recording(), 'loops', pageOf(events), networkNow);
  const baseline = () => {
    account(100);
    look([]);
  };

  beforeEach(() => void ({ profile } = openProfile()));

  it('forgets nothing that an account it does not know would need, and reads its history silently at first', () => {
    expect(look([change('old', 10)])).toBe(false);
    expect(titles()).toEqual([]);
    account(100);
    expect(look([change('old', 10), change('older', 15)])).toBe(false);
    expect(titles()).toEqual([]);
    expect(profile.reputation.list(10)).toHaveLength(2);
  });

  const news = [change('new', 10, now), change('old', 10, now - 5000), change('older', 15, now - 9000)];
  it.each([
    ['only the news', news, [['+10 reputation on Loops', 1]]],
    ['nothing that does not add up to how far', [change('of before', 7)], []],
  ])('tells %s when an account moves before its history was read', (_, events, told) => {
    account(100);
    account(110);
    look(events);
    expect(profile.notifications.pending().map(({ title, count }) => [title, count])).toEqual(told);
  });

  it('tells a change between the total and the first look, once, and none that the total may hold already', () => {
    total(100, now);
    const sameSecond = change('of the same second', 15, now + 500);
    expect(look([change('in between', 10, now + 5000), sameSecond], now + 6000)).toBe(false);
    expect(titles()).toEqual(['+10 reputation on Loops']);
    expect(profile.reputation.accounts()[0]).toMatchObject({ reputation: 110, explained: 110, saidAt: now + 5000 });
    expect(profile.reputation.accounts()).toHaveLength(2);
    total(110, now + 60_000);
    expect(accountsToExplain(profile, now)).not.toContain('loops');
    expect(titles()).toHaveLength(1);
  });

  it('does not look again for a total that is only older than a change', () => {
    total(100, now);
    look([]);
    total(110, now + 60_000);
    expect(look([change('later', 5, now + 90_000), change('asked for', 10, now + 30_000)], now + 91_000)).toBe(false);
    expect(titles()).toEqual(['+15 reputation on Loops']);
    expect(accountsToExplain(profile, now)).not.toContain('loops');
    total(115, now + 120_000);
    expect(accountsToExplain(profile, now)).not.toContain('loops');
  });

  describe('with several accounts', () => {
    const minute = 60_000;
    /** Looks as long as the account has not been explained; gives how often. */
    const looks = (page: ReputationEvent[], ...times: number[]) =>
      times.filter((at) => accountsToExplain(profile, now).includes('loops') && (look(page, at), true)).length;

    it('finds the cause of a move that was there before the first look, behind what came after it', () => {
      total(100, now - 60 * minute);
      total(110, now);
      const page = [change('b', 5, now + 1000), change('a', 10, now - 30_000), change('old', 25, now - 90 * minute)];
      looks(page, now + 2000, now + 302_000);
      total(115, now + 60 * minute);
      expect(looks(page, now + 61 * minute)).toBe(0);
      expect(titles()).toEqual(['+15 reputation on Loops']);
      expect(profile.reputation.changeSince(now - 60 * minute).get('loops')).toBe(15);
    });

    it('counts looks anew once a total has added up by itself', () => {
      total(100, now);
      look([], now);
      for (let hour = 1; hour <= 3; hour += 1) {
        const at = now + hour * 60 * minute;
        total(100 + hour * 10, at);
        expect(look([], at + 1000)).toBe(true);
        total(90 + hour * 10, at + 2 * minute);
        profile.reputation.setExplained('loops', 100 + hour * 10);
        total(100 + hour * 10, at + 4 * minute);
      }
      expect(titles()).toEqual([]);
    });

    it('lets the cause of a bare difference take its place in what adds up', () => {
      total(100, now);
      look([]);
      total(110, now + minute);
      for (const at of [2, 7, 12]) look([], now + at * minute);
      total(115, now + 30 * minute);
      look([change('new', 5, now + 29 * minute), change('cause', 10, now + minute + 1000)], now + 31 * minute);
      expect(titles()).toEqual(['+10 reputation on Loops', '+5 reputation on Loops']);
      expect(profile.reputation.changeSince(now).get('loops')).toBe(15);
      expect(profile.reputation.list(9).map(({ key }) => key)).toEqual(['new', 'cause']);
    });

    it('does not take an account for a new one that an answer left out', () => {
      total(100, now - 60 * minute);
      const known = change('x', 1, now - 100 * minute);
      look([known], now - 60 * minute);
      recordAccounts(profile, [other], false);
      total(115, now + 60 * minute);
      const page = [change('b', 5, now + 50 * minute), change('a', 10, now - 30_000), known];
      look(page, now + 61 * minute);
      expect(titles()).toEqual(['+15 reputation on Loops']);
    });
  });

  it('dates a bare difference by the total, so that what comes after it is told by itself', () => {
    total(100, now);
    look([]);
    total(110, now + 60_000);
    const at = now + 600_000;
    expect([look([], at), look([], at), look([], at)]).toEqual([true, true, false]);
    expect(profile.reputation.list(1)[0]).toMatchObject({ change: 10, onDate: now + 60_000 });
    look([change('after it', 5, now + 500_000), change('late cause', 10, now + 30_000)], at + 1000);
    expect(titles()).toEqual(['+10 reputation on Loops', '+5 reputation on Loops']);
  });

  it('is not confused when the total lags behind the changes', () => {
    baseline();
    account(110);
    expect(look([change('b', 10), change('a', 10)])).toBe(true);
    account(120);
    expect(accountsToExplain(profile, now)).toEqual([]);
    expect(titles()).toEqual(['+20 reputation on Loops']);
  });

  it('tells a bare difference at last, and not a second time when its cause turns up late', () => {
    baseline();
    account(110);
    expect([look([]), look([]), look([])]).toEqual([true, true, false]);
    expect(titles()).toEqual(['+10 reputation on Loops']);
    account(120);
    expect(look([change('new', 10, now + 60_000), change('late', 10, now - 1000)])).toBe(false);
    expect(titles()).toEqual(['+10 reputation on Loops', '+10 reputation on Loops']);
    expect(profile.notifications.pending()[1]?.body).toContain('new');
  });

  it('lists changes that cancel each other out, on every account within a week, and announces none of them', () => {
    const day = 24 * 3600_000;
    const siteOf = (id: string) => ({ id, name: id });
    const accounts = Array.from({ length: 12 }, (_, userId) => {
      return { site: siteOf(`site${userId}`), userId, reputation: userId < 5 ? 5000 : 1000 };
    });
    recordAccounts(profile, accounts);
    // A vote was cast and taken back between two looks at the totals: neither total nor explained has moved.
    const cancelled = (siteId: string) =>
      [2, -2].map((points) => ({ ...change(`${siteId} ${points}`, points), site: siteOf(siteId) }));
    // One of the others is busy, and is read for that three times a day.
    const busy = 'site7';
    const busyEvents: ReputationEvent[] = [];
    const reads: { siteId: string; at: number }[] = [];
    for (let at = now; at < now + 8 * day; at += 3600_000) {
      if ((at - now) % (8 * 3600_000) === 0) {
        busyEvents.unshift({ ...change(`busy ${at}`, 10, at), site: siteOf(busy) });
        profile.reputation.setReputation(busy, 1000 + 10 * busyEvents.length, at);
      }
      for (const siteId of accountsToExplain(profile, at)) {
        const events = [...(siteId === busy ? busyEvents : []), ...cancelled(siteId)];
        recordReputation(recordingAt(profile, at), siteId, pageOf(events), at);
        reads.push({ siteId, at });
      }
    }
    const listed = new Set(profile.reputation.list(100).map(({ key }) => key));
    expect(accounts.flatMap(({ site: { id } }) => cancelled(id)).filter(({ key }) => !listed.has(key))).toEqual([]);
    expect(new Set(titles())).toEqual(new Set(['+10 reputation on site7']));
    // The richest few are read once a day; the others in turn, not all at once, and not more often than need be.
    const others = reads.filter(({ siteId }) => Number(siteId.slice(4)) >= 5 && siteId !== busy);
    expect(others.length).toBeLessThanOrEqual(8);
    expect(new Set(others.map(({ at }) => at)).size).toBe(others.length);
    expect(reads.filter(({ siteId }) => Number(siteId.slice(4)) < 5)).toHaveLength(5 * 8);
  });
});
