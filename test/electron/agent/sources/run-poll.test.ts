import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../../electron/agent/sources/plain-text.ts';
import { accountFacts } from '../../../../electron/agent/sources/accounts.ts';
import { inboxEvents } from '../../../../electron/agent/sources/inbox.ts';
import { questionEvents } from '../../../../electron/agent/sources/questions/new-questions.ts';
import { freshened, MAX_OVERLAP_S, nextCursor } from '../../../../electron/agent/sources/questions/question-cursor.ts';
import { reputationEvents } from '../../../../electron/agent/sources/reputation/events.ts';
import { normalTag } from '../../../../electron/agent/sources/questions/rule.ts';
import { InboxItem, NetworkUser, Question, Reputation } from '../../../../common/resources.ts';
import { WatchRule } from '../../../../common/contract/contract.ts';
import type { StoredWatch } from '../../../../electron/store/settings.ts';
import type { Page } from '../../../../electron/api/network.ts';

const sites = [
  { id: 'loops', name: 'Loops', siteUrl: 'https://loops.example', iconUrl: 'https://loops.example/i.svg' },
  { id: 'garden', name: 'Garden', siteUrl: 'https://garden.example' },
];
const inboxItem = (part: object = {}) =>
  InboxItem.parse({
    item_type: 'new_answer',
    creation_date: 1_780_000_000,
    title: 'It&#39;s a &lt;b&gt;',
    link: 'https://loops.example/a/7',
    question_id: 3,
    answer_id: 7,
    is_unread: true,
    site: { api_site_parameter: 'loops', name: 'Loops', site_url: 'https://loops.example' },
    ...part,
  });
const asked = (question_id: number, creation_date: number, tags = ['a']) =>
  Question.parse({ question_id, creation_date, title: 'T', tags });
const page = (items: Question[], hasMore = false): Page<Question> => ({ items, hasMore, broken: 0, repeated: false });

describe('inbox items', () => {
  it('become events with plain text', () => {
    expect(inboxEvents([inboxItem({ body: '<p>Use <code>a &amp;&amp; b</code></p>' })], sites)[0]).toMatchObject({
      title: "It's a <b>",
      excerpt: 'Use a && b',
      site: { id: 'loops', name: 'Loops', iconUrl: 'https://loops.example/i.svg' },
      createdAt: 1_780_000_000_000,
      unreadAtNetwork: true,
    });
  });

  it('keep their key when the title is edited, and have another for another comment', () => {
    const key = (part: object) => inboxEvents([inboxItem(part)], sites)[0]!.key;
    expect(key({ title: 'Edited', is_unread: false })).toBe(key({}));
    expect(key({ comment_id: 9 })).not.toBe(key({}));
    expect(key({ creation_date: 1_780_000_001 })).not.toBe(key({}));
  });

  it('are told apart by link where they name no post', () => {
    const bare = { question_id: undefined, answer_id: undefined, item_type: 'moderator_message' };
    const [a, b] = inboxEvents(
      [
        inboxItem({ ...bare, link: 'https://loops.example/m/1' }),
        inboxItem({ ...bare, link: 'https://loops.example/m/2' }),
      ],
      sites,
    );
    expect(a!.key).not.toBe(b!.key);
  });

  it('find their site by the link when the network does not embed it', () => {
    expect(
      inboxEvents([inboxItem({ site: undefined, link: 'https://garden.example/q/1' })], sites)[0]?.site,
    ).toMatchObject({ id: 'garden', name: 'Garden' });
    expect(inboxEvents([inboxItem({ site: undefined, link: undefined })], sites)[0]?.site.name).toBe('The network');
  });
});

describe('accounts', () => {
  it('get the identifier of their site by its address', () => {
    const account = NetworkUser.parse({
      account_id: 1,
      user_id: 2,
      site_url: 'https://loops.example/',
      site_name: 'Loops',
      reputation: 5,
    });
    expect(accountFacts([account], sites)).toMatchObject([{ site: { id: 'loops' }, userId: 2, reputation: 5 }]);
    expect(accountFacts([{ ...account, site_url: 'https://new.example' }], sites)[0]?.site.id).toBe('new.example');
  });
});

describe('reputation', () => {
  const entry = (part: object = {}) =>
    Reputation.parse({ on_date: 100, reputation_change: 10, post_id: 1, vote_type: 'up_votes', ...part });

  it('tells two votes of one second apart, and keeps their keys when newer ones come', () => {
    const before = reputationEvents([entry(), entry()], { id: 'loops', name: 'Loops' });
    expect(new Set(before.map((event) => event.key)).size).toBe(2);
    const after = reputationEvents([entry({ on_date: 200 }), entry(), entry(), entry()], {
      id: 'loops',
      name: 'Loops',
    });
    expect(after.slice(2).map((event) => event.key)).toEqual(before.map((event) => event.key));
  });
});

describe('questions', () => {
  it('are read oldest first from the newest seen on', () => {
    expect(nextCursor(undefined, page([asked(2, 50), asked(1, 40)], true))).toEqual({
      newest: 50,
      behind: false,
      page: 1,
    });
    expect(nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 60)]))).toEqual({
      newest: 60,
      behind: false,
      page: 1,
    });
  });

  it('go on where an overflowing page stopped', () => {
    expect(nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 60)], true))).toEqual({
      newest: 60,
      behind: true,
      position: 60,
      page: 1,
      settled: -250,
    });
  });

  it('turn the page only within one second that fills it', () => {
    // A page that is full of what was read before goes on from its own end, not from the newest.
    const first = nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 45)], true));
    expect(first).toMatchObject({ newest: 50, behind: true, position: 45, page: 1 });
    const second = nextCursor(first, page([asked(4, 50)], true));
    expect(second).toMatchObject({ newest: 50, behind: true, position: 50, page: 1 });
    expect(nextCursor(second, page([asked(5, 50)], true))).toMatchObject({
      newest: 50,
      behind: true,
      position: 50,
      page: 2,
    });
    expect(nextCursor({ newest: 50, behind: true, page: 2 }, page([asked(5, 50)]))).toMatchObject({
      newest: 50,
      behind: false,
      page: 1,
    });
  });

  it('begin at the network’s own time on a site without questions', () => {
    expect(nextCursor(undefined, { ...page([]), networkTime: 77_500 })).toEqual({ newest: 77, behind: false, page: 1 });
  });

  it('never go back, and leave no gap, whatever the pages are', () => {
    const dates = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 12 });
    fc.assert(
      fc.property(dates, fc.boolean(), fc.integer({ min: 0, max: 400 }), (created, hasMore, newest) => {
        const next = nextCursor(
          { newest, behind: true, page: 1 },
          page(
            created.map((date, index) => asked(index + 1, date)),
            hasMore,
          ),
        );
        expect(next.newest).toBe(Math.max(newest, ...created));
        expect(next.behind).toBe(hasMore);
      }),
    );
  });

  it('look back a week at most after a long time off', () => {
    const cursor = { newest: 1000, behind: true, page: 3 };
    expect(freshened(cursor, 3600_000)).toBe(cursor);
    expect(freshened(cursor, (MAX_OVERLAP_S + 500) * 1000)).toEqual({ newest: 1500, behind: false, page: 1 });
  });

  it('match watches of their own site by whole tags', () => {
    const watch = (id: string, siteId: string, tag: string): StoredWatch => ({
      id,
      networkId: 'demo',
      siteId,
      siteName: siteId,
      rule: WatchRule.parse({ anyTags: [tag] }),
      alert: 'sound',
      muted: false,
    });
    const watches = [watch('1', 'loops', 'c++'), watch('2', 'garden', 'c++'), watch('3', 'loops', 'C')];
    const found = (tags: string[]) =>
      questionEvents([asked(1, 5, tags)], { id: 'loops', name: 'Loops' }, watches)[0]?.watchIds;
    expect(found(['c++', 'sorting'])).toEqual(['1']);
    expect(found(['c'])).toEqual(['3']);
    expect(normalTag('  Unit Testing ')).toBe('unit-testing');
  });

  it('begin again a little before the newest, or later where nothing came for long', () => {
    const after = (networkTime: number) =>
      nextCursor(
        { newest: 1000, behind: false, page: 1 },
        { ...page([asked(3, 1060)]), networkTime: networkTime * 1000 },
      ).settled;
    expect(after(1070)).toBe(1060 - 300);
    expect(after(9000)).toBe(9000 - 600);
  });

  it('begin again before the moment at which a reading of several pages began', () => {
    const first = nextCursor(
      { newest: 1000, behind: false, page: 1 },
      { ...page([asked(3, 1030)], true), networkTime: 1_050_000 },
    );
    expect(first).toEqual({ newest: 1030, behind: true, position: 1030, page: 1, settled: 700, began: 1050 });
    const last = nextCursor(first, { ...page([asked(4, 1900)]), networkTime: 2_000_000 });
    expect(last).toEqual({ newest: 1900, behind: false, page: 1, settled: 750 });
  });
});

describe('excerpt', () => {
  it('drops markup, scripts and needless space', () => {
    expect(excerpt('<p>One</p>\n<script>alert(1)</script><pre>  two\n three</pre>')).toBe('One two three');
  });

  it('cuts at a word', () => {
    const cut = excerpt(`<p>${'word '.repeat(200)}</p>`);
    expect(cut.length).toBeLessThanOrEqual(241);
    expect(cut.endsWith('word…')).toBe(true);
  });

  it('gives one short line for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const cut = excerpt(text);
        expect(cut.length).toBeLessThanOrEqual(241);
        expect(cut).not.toMatch(/[\r\n\t]/);
      }),
    );
  });
});
