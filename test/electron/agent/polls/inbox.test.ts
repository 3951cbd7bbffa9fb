import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedSince } from '../../../../electron/agent/polls/listed-since.ts';
import { pollStream } from '../../../../electron/agent/polls/run-poll.ts';
import { type PollContext } from '../../../../electron/agent/polls/poll-context.ts';
import type { Network, Page } from '../../../../electron/api/network.ts';
import { InboxItem } from '../../../../common/resources.ts';
import { openHistory, type History, type ProfileHistory } from '../../../../electron/store/history.ts';
import { DEFAULT_PREFERENCES } from '../../../../electron/store/settings.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';

const now = Date.UTC(2026, 5, 1, 9);
const minute = 60_000;
const hour = 60 * minute;

describe('polling the inbox', () => {
  let history: History;
  let profile: ProfileHistory;
  const titles = () => profile.notices.pending().map(({ title }) => title);
  /** What the network has, the newest first; after the page of `backoffAfter` it asks for a pause. */
  let items: InboxItem[];
  let backoffAfter: number | undefined;
  let asked: number[];

  const item = (number: number, at: number) =>
    InboxItem.parse({
      item_type: 'comment',
      creation_date: Math.floor(at / 1000),
      title: `item ${number}`,
      link: `https://loops.example/c/${number}`,
      comment_id: number,
      is_unread: true,
      site: { api_site_parameter: 'loops', name: 'Loops', site_url: 'https://loops.example' },
    });
  const inbox = async ({
    page = 1,
    pagesize = 100,
  }: {
    page?: number;
    pagesize?: number;
  }): Promise<Page<InboxItem>> => {
    asked.push(page);
    return {
      items: items.slice((page - 1) * pagesize, page * pagesize),
      hasMore: items.length > page * pagesize,
      broken: 0,
      repeated: false,
      ...(page === backoffAfter && { backoffUntil: now }),
    };
  };
  /** @param machine the time by this machine's clock */
  const poll = (at: number, machine = at) => {
    asked = [];
    const context: PollContext = {
      network: { inbox } as unknown as Network,
      networkId: 'demo',
      history,
      profile,
      rules: {
        notify: { inbox: true, reputation: true, questions: true, badges: false },
        watches: [],
        locale: ENGLISH,
      },
      now: () => machine,
      networkNow: () => at,
      listedSince: listedSince(profile, DEFAULT_PREFERENCES, machine),
      idleFor: 0,
      sending: {},
      isStillWatched: () => true,
      onPage: () => undefined,
    };
    return pollStream('inbox', context);
  };

  beforeEach(async () => {
    history = openHistory(':memory:');
    profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    history.setSites('demo', [{ id: 'loops', name: 'Loops', siteUrl: 'https://loops.example' }]);
    [items, backoffAfter] = [[], undefined];
    await poll(now);
  });
  afterEach(() => history.close());

  it('comes back for the pages behind one after which the network asked for a pause', async () => {
    items = Array.from({ length: 350 }, (_, index) => item(350 - index, now + (350 - index) * 1000));
    backoffAfter = 1;
    expect(await poll(now + 10 * minute)).toMatchObject({ more: true });
    expect(profile.inbox.unreadCount()).toBe(100);
    // Meanwhile so much came that what was left is on other pages.
    items = [...Array.from({ length: 130 }, (_, index) => item(480 - index, now + (480 - index) * 1000)), ...items];
    backoffAfter = undefined;
    for (let round = 0; round < 3; round += 1) await poll(now + (20 + round) * minute);
    expect(profile.inbox.unreadCount()).toBe(480);
    expect(await poll(now + hour)).toMatchObject({ more: false });
    expect(asked).toEqual([1]);
  });

  it('still brings what had not been seen when everything was deleted, whatever this machine’s clock says', async () => {
    items = [item(1, now + minute)];
    await poll(now + 2 * minute);
    profile.notices.pending().forEach(({ id }) => profile.notices.claim(id));
    history.deleteEverything(now + 2 * hour);
    items = [item(2, now + 3 * minute), ...items];
    for (let round = 1; round < 4; round += 1) await poll(now + round * hour, now + (round + 2) * hour);
    expect(titles()).toEqual(['item 2']);
    expect(profile.inbox.list(9).map(({ title }) => title)).toEqual(['item 2']);
    history.deleteEverything(now + 4 * hour);
    await poll(now + 5 * hour);
    expect(profile.inbox.list(9)).toEqual([]);
  });
});
