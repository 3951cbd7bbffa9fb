import { beforeEach, describe, expect, it } from 'vitest';
import { pageOf, pollAt } from './poll-under-test.ts';
import { listedSince } from '../../../../electron/agent/sources/poll.ts';
import { inboxEvents } from '../../../../electron/agent/sources/inbox-source.ts';
import { SOURCES } from '../../../../electron/agent/scheduler/polls.ts';
import { NetworkError, type Network, type Page } from '../../../../electron/api/network.ts';
import { InboxItem } from '../../../../common/resources.ts';
import { commentOnWire } from '../../../support/on-wire.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { DEFAULT_PREFERENCES } from '../../../../electron/store/settings.ts';

const now = Date.UTC(2026, 5, 1, 9);
const minute = 60_000;
const hour = 60 * minute;

describe('polling the inbox', () => {
  let history: History;
  let profile: ProfileHistory;
  const titles = () => profile.notifications.pending().map(({ title }) => title);
  /** What the network has, the newest first; after the page of `backoffAfter` it asks for a pause. */
  let items: InboxItem[];
  let backoffAfter: number | undefined;
  let asked: number[];
  /** The sizes of all pages that were asked for. */
  let sizes: number[];
  /** Whether the network has the operation that needs no site, and how often it said that it has not. */
  let isWithoutSite: boolean;
  let refusals: number;
  /** How often what is unread was asked for. */
  let lookups: number;

  const item = (number: number, at: number) => InboxItem.parse(commentOnWire(number, at));
  type Asked = { site?: string; page?: number; pagesize?: number };
  const inbox = async ({ page = 1, pagesize = 100, site }: Asked): Promise<Page<InboxItem>> => {
    if (!isWithoutSite && site === undefined) {
      refusals += 1;
      throw new NetworkError('not-found', 'no such method');
    }
    asked.push(page);
    sizes.push(pagesize);
    return { ...pageOf(items, page, pagesize), ...(page === backoffAfter && { backoffUntil: now }) };
  };
  const unreadInbox = async ({ page = 1, pagesize = 100 }: Asked): Promise<Page<InboxItem>> => {
    if (page === 1) lookups += 1;
    const unread = items.filter((each) => each.is_unread);
    return pageOf(unread, page, pagesize);
  };
  /** So many items, numbered from `first` on, one each so many ms after the start; the newest first. */
  const some = (count: number, first = 1, every = 1000) =>
    Array.from({ length: count }, (_, at) => first + count - 1 - at).map((number) =>
      item(number, now + number * every),
    );
  /** A message that names no post, so that only its words tell it from another. */
  const message = (title: string, at = now): InboxItem => ({ ...item(1, at), comment_id: undefined, title });
  /** @param machine the time by this machine's clock */
  const poll = (at: number, machine = at) => {
    asked = [];
    const context = pollAt(at, {
      network: { inbox, myInbox: inbox, unreadInbox } as unknown as Network,
      history,
      profile,
      now: () => machine,
      listedSince: listedSince(profile, DEFAULT_PREFERENCES, machine),
    });
    return SOURCES.inbox(context, '');
  };

  beforeEach(async () => {
    ({ history, profile } = openProfile());
    history.setSites('demo', [{ id: 's', name: 's', siteUrl: 'https://s.example' }]);
    [items, backoffAfter, sizes, isWithoutSite, refusals, lookups] = [[], undefined, [], true, 0, 0];
    await poll(now);
  });

  it('comes back for the pages behind one after which the network asked for a pause', async () => {
    items = some(350);
    backoffAfter = 1;
    expect(await poll(now + 10 * minute)).toMatchObject({ more: true });
    expect(profile.inbox.unreadCount()).toBe(100);
    // Meanwhile so much came that what was left is on other pages.
    items = [...some(130, 351), ...items];
    backoffAfter = undefined;
    for (let round = 0; round < 3; round += 1) await poll(now + (20 + round) * minute);
    expect(profile.inbox.unreadCount()).toBe(480);
    expect(await poll(now + hour)).toMatchObject({ more: false });
    expect(asked).toEqual([1]);
  });

  it('lists what is dated long ago or far ahead as of when it was found, so that it stands neither last nor first', async () => {
    items = [item(1, Date.UTC(9999, 0)), item(2, now), item(3, Date.UTC(1970, 0, 2))];
    await poll(now + minute);
    const found = new Map(profile.inbox.list(9).map(({ title, createdAt }) => [title, createdAt - now]));
    expect(Object.fromEntries(found)).toEqual({ 'item 1': minute, 'item 2': 0, 'item 3': minute });
  });

  it('tells apart messages of one second at one address, which name no post (docs/api.md, "Objects")', async () => {
    items = [message('first')];
    await poll(now + minute);
    items = [message('second'), ...items];
    await poll(now + 2 * minute);
    // One that the next page has again, because something came in between, is no other.
    items = [message('second'), ...items];
    await poll(now + 3 * minute);
    expect(profile.inbox.list(9).map(({ title }) => title)).toEqual(['second', 'first']);
    expect(titles()).toEqual(['first', 'second']);
  });

  it.each([
    ['first', 'second'],
    ['second', 'first'],
  ])('takes the one of two such messages for read that was read there: the %s', async (read, left) => {
    items = [message('second'), message('first')];
    await poll(now + minute);
    items = [...some(150), ...items];
    await poll(now + 5 * minute);
    items = items.map((each) => (each.title === read ? { ...each, is_unread: false } : each));
    await poll(now + hour);
    const messages = profile.inbox.unread('inbox', 500).filter(({ commentId }) => commentId === undefined);
    expect(messages.map(({ title }) => title)).toEqual([left]);
  });

  it('lists both of two such messages where the end of a page stands between them', async () => {
    const [first, second] = ['first', 'second'].map((title) => message(title, now + minute));
    items = [first!];
    await poll(now + 2 * minute);
    items = [...some(99, 52, minute), second!, first!];
    backoffAfter = 1;
    await poll(now + hour);
    expect(profile.inbox.list(500).filter(({ commentId }) => commentId === undefined)).toHaveLength(2);
  });

  it('still brings what had not been seen when everything was deleted, whatever this machine’s clock says', async () => {
    items = [item(1, now + minute)];
    await poll(now + 2 * minute);
    profile.notifications.pending().forEach(({ id }) => profile.notifications.claim(id));
    await history.deleteEverything(now + 2 * hour);
    items = [item(2, now + 3 * minute), ...items];
    for (let round = 1; round < 4; round += 1) await poll(now + round * hour, now + (round + 2) * hour);
    expect(titles()).toEqual(['item 2']);
    expect(profile.inbox.list(9).map(({ title }) => title)).toEqual(['item 2']);
    await history.deleteEverything(now + 4 * hour);
    await poll(now + 5 * hour);
    expect(profile.inbox.list(9)).toEqual([]);
  });

  describe('what was read at the network', () => {
    const readThere = (...numbers: number[]) =>
      (items = items.map((each) => (numbers.includes(each.comment_id!) ? { ...each, is_unread: false } : each)));
    const keys = (of = profile) => new Map(of.inbox.list(500).map(({ title, key }) => [title, key]));
    const unread = (of = profile) => of.inbox.unread('inbox', 500).map(({ title }) => title);

    it('is read here with the next poll, not announced, and unread where marked so or back from a snooze', async () => {
      items = some(3);
      await poll(now + minute);
      readThere(2);
      await poll(now + 2 * minute);
      expect(unread()).toEqual(['item 3', 'item 1']);
      expect(profile.notifications.pending()[0]?.subjects).toHaveLength(2);
      profile.inbox.markRead([keys().get('item 1')!], now);
      profile.inbox.mark([keys().get('item 1')!], 'unread', now);
      profile.inbox.snooze([keys().get('item 3')!], now + 2 * minute);
      profile.inbox.returnDue(now + 2 * minute);
      readThere(1, 3);
      await poll(now + 3 * minute);
      expect(unread()).toEqual(['item 3', 'item 1']);
      // Read here, it is read for good.
      profile.inbox.markRead([keys().get('item 1')!], now);
      await poll(now + 5 * minute);
      expect(unread()).toEqual(['item 3']);
    });

    it('is asked for with pages of another size, because the network repeats what it answered', async () => {
      items = some(2);
      for (let round = 1; round <= 5; round += 1) await poll(now + round * minute);
      expect(new Set(sizes.slice(-4)).size).toBe(4);
      readThere(1, 2);
      await poll(now + 6 * minute);
      await poll(now + 7 * minute);
      expect(sizes.at(-1)).toBe(100);
    });

    it('is found behind the pages that are polled, too, and nothing newer than the answer is taken for read', async () => {
      items = some(150);
      await poll(now + minute);
      expect(profile.inbox.unreadCount()).toBe(150);
      readThere(7, 149);
      const [late] = inboxEvents([item(999, now)], []);
      profile.inbox.add([{ ...late!, createdAt: now + hour - 1000 }], now);
      await poll(now + hour);
      const titles = [...some(150).map(({ title }) => title), 'item 999'];
      expect(unread().toSorted()).toEqual(titles.filter((title) => !/ (7|149)$/.test(title!)).toSorted());
    });

    it('is looked for behind the polled pages ever more seldom where nothing is read, until something is', async () => {
      items = some(150);
      await poll(now + minute);
      const rounds = async (from: number, hours: number) => {
        lookups = 0;
        for (let at = from; at < from + hours * hour; at += 15 * minute) await poll(at);
        return lookups;
      };
      expect(await rounds(now + hour, 24)).toBeLessThan(8);
      const later = now + 26 * hour;
      readThere(150, 7);
      await poll(later);
      expect(unread()).not.toContain('item 7');
      expect(await rounds(later + 15 * minute, 1)).toBeGreaterThan(0);
    });

    it('is told by the operation of the specification where the network has no other, once a site is known', async () => {
      isWithoutSite = false;
      items = some(1);
      profile.deleteMark('baseline:inbox');
      await poll(now + minute);
      expect(unread()).toEqual(['item 1']);
      // The first look is silent.
      expect(titles()).toEqual([]);
      readThere(1);
      await poll(now + 2 * minute);
      expect(unread()).toEqual([]);
      expect(refusals).toBe(1);
    });
  });
});
