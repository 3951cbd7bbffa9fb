import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import type { NewNotification } from '../../../electron/store/events.ts';
import { openHistory, type History } from '../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../electron/store/profile-history.ts';
import { ADA, inboxEvent, questionEvent } from '../../support/events.ts';
import { matchesOf } from '../../support/matches.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const seeing = (read = false) => ({ matchedAt: 9, read, met: true });
const notice = (title: string): NewNotification => {
  return { kind: 'inbox', title, body: '', count: 1, subjects: [{ kind: 'inbox', key: 'a' }] };
};

describe('history', () => {
  let folder: string;
  let file: string;
  let history: History;
  let profile: ProfileHistory;

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'history.sqlite');
    history = openHistory(file);
    profile = history.profile(ADA);
  });
  afterEach(() => history.close());

  function reopen(): void {
    history.close();
    history = openHistory(file);
    profile = history.lastProfile('demo', 1)!;
  }

  it('tells what is new from what it has', () => {
    expect(profile.inbox.add([inboxEvent('a'), inboxEvent('b')], 1)).toHaveLength(2);
    const fresh = profile.inbox.add([inboxEvent('b', { title: 'Edited' }), inboxEvent('c')], 2);
    expect(fresh.map(({ key }) => key)).toEqual(['c']);
    expect(profile.inbox.get('b')?.title).toBe('Title b');
  });

  it('keeps read marks when the network still says unread', () => {
    profile.inbox.add([inboxEvent('a')], 1);
    profile.inbox.markRead(['a'], 2);
    profile.inbox.add([inboxEvent('a')], 3);
    expect(profile.inbox.unreadCount()).toBe(0);
    profile.inbox.mark(['a'], 'unread', 4);
    expect(profile.inbox.unread('inbox', 5).map(({ key }) => key)).toEqual(['a']);
  });

  it('pages through items of one second without loss or repetition', () => {
    const events = Array.from({ length: 25 }, (_, index) => inboxEvent(`k${10 + index}`));
    profile.inbox.add(events, 1);
    const seen: string[] = [];
    for (let before: { place: number } | undefined; ;) {
      const page = profile.inbox.list(10, before);
      if (page.length === 0) break;
      seen.push(...page.map(({ key }) => key));
      before = page.at(-1)!;
    }
    expect(seen).toEqual(events.map(({ key }) => key).toReversed());
  });

  it('hands a notification out once, also after a restart', () => {
    profile.notifications.add(notice('a'), 1);
    const [pending] = profile.notifications.pending();
    expect(profile.notifications.claim(pending!.id)).toBe(true);
    expect(profile.notifications.claim(pending!.id)).toBe(false);
    reopen();
    expect(profile.notifications.pending()).toEqual([]);
    expect(profile.notifications.get(pending!.id)?.title).toBe('a');
  });

  it('offers a refused notification for a day, then gives up', () => {
    profile.notifications.add(notice('a'), 1);
    const { id } = profile.notifications.pending()[0]!;
    for (let tries = 0; tries < 50; tries++) {
      expect(profile.notifications.claim(id)).toBe(true);
      profile.notifications.release(id, 1000);
    }
    profile.notifications.claim(id);
    profile.notifications.release(id, 25 * 3600_000);
    expect(profile.notifications.pending()).toEqual([]);
  });

  it('lists matches only, and knows which questions it has seen', () => {
    const see = (id: number, part = {}) => profile.questions.add(questionEvent(id, part), 9, seeing());
    expect([see(1), see(2, { watchIds: [] }), see(2), see(3)]).toEqual([true, true, false, true]);
    expect(matchesOf(profile).map(({ questionId }) => questionId)).toEqual([3, 1]);
  });

  it('knows the last matches of each watch, however old, and of no other', () => {
    const day = 24 * 3600_000;
    const find = (id: number, days: number, ...watchIds: string[]) =>
      profile.questions.add(questionEvent(id, { watchIds }), 9, { ...seeing(), matchedAt: days * day });
    find(1, 1, 'rare');
    find(2, 2, 'rare', 'w');
    find(3, 100, 'w');
    find(4, 101, 'w');
    find(5, 99, 'w');
    find(6, 102);
    const last = profile.questions.latestOfEachWatch(3, new Set(['rare', 'w']));
    const idsOf = (watch: string) => last.get(watch)?.map(({ questionId }) => questionId);
    expect([last.size, idsOf('rare'), idsOf('w')]).toEqual([2, [2, 1], [4, 3, 5]]);
    expect(last.get('rare')?.[0]).toMatchObject({ title: 'Q2', matchedAt: 2 * day, unread: true });
  });

  it('forgets old questions that matched nothing, never matches', () => {
    profile.questions.add(questionEvent(1), 9, seeing());
    for (const id of [2, 3, 30]) profile.questions.add(questionEvent(id, { watchIds: [] }), 9, seeing());
    // An old one that is still come upon (it has a bounty) is kept.
    profile.questions.markSeen('loops', 3, DAY_MS, false);
    profile.questions.prune('loops', 10, 20);
    expect([1, 2, 3, 30].filter((id) => profile.questions.get('loops', id) !== undefined)).toEqual([1, 3, 30]);
  });

  it('writes that a question was seen again a few times a day, or where that makes it one of the new', () => {
    profile.questions.add(questionEvent(1, { watchIds: [] }), 0, { ...seeing(), met: false });
    const written = (at: number, met = false) => {
      const version = history.file.version();
      profile.questions.markSeen('loops', 1, at, met);
      return history.file.version() !== version;
    };
    expect([written(5 * HOUR_MS), written(6 * HOUR_MS), written(7 * HOUR_MS)]).toEqual([false, true, false]);
    expect([written(7 * HOUR_MS, true), written(7 * HOUR_MS, true)]).toEqual([true, false]);
    // A clock that was set back is believed.
    expect(written(0)).toBe(true);
  });

  it('lists reputation by site and page by page, also where several changes came at one moment', () => {
    const event = (key: string, id: string, onDate: number) => ({ key, site: { id, name: id }, change: 1, onDate });
    const later = [event('c', 'x', 100), event('d', 'x', 90), event('e', 'y', 110)];
    profile.reputation.add([event('a', 'x', 100), event('b', 'y', 100), ...later], 1);
    const keys = (...asked: Parameters<typeof profile.reputation.list>) =>
      profile.reputation.list(...asked).map(({ key }) => key);
    expect(keys(9)).toEqual(['e', 'c', 'b', 'a', 'd']);
    expect(keys(2, { site: 'x' })).toEqual(['c', 'a']);
    expect(keys(2, { site: 'x', before: profile.reputation.list(2, { site: 'x' })[1] })).toEqual(['d']);
    expect(keys(9, { before: profile.reputation.list(2)[1] })).toEqual(['b', 'a', 'd']);
  });

  it('keeps marks until they are deleted by prefix', () => {
    profile.setMark('cursor:questions:a', { newest: 1 });
    profile.setMark('cursor:questions:b', 2);
    profile.deleteMarks('cursor:questions:a');
    expect([profile.mark('cursor:questions:a'), profile.mark('cursor:questions:b')]).toEqual([undefined, 2]);
  });

  it('replaces the sites of a network as a whole', () => {
    const site = { id: 'b', name: 'B', siteUrl: 'https://b.example', iconUrl: 'https://b.example/i.svg' };
    history.setSites('demo', [{ id: 'a', name: 'A', siteUrl: 'https://a.example' }]);
    history.setSites('demo', [site]);
    expect(history.sites('demo')).toEqual([site]);
    expect(history.sites('other')).toEqual([]);
  });
});
