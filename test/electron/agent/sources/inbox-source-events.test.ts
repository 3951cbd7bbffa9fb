import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { InboxItem } from '../../../../common/resources.ts';
import { inboxEvents } from '../../../../electron/agent/sources/inbox-source.ts';
import { excerpt, plausibleDate } from '../../../../electron/agent/sources/poll.ts';

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

  it('keep their key when the title is edited, and have another for another comment, or link without a post', () => {
    const key = (part: object) => inboxEvents([inboxItem(part)], sites)[0]!.key;
    expect(key({ title: 'Edited', is_unread: false })).toBe(key({}));
    expect(key({ comment_id: 9 })).not.toBe(key({}));
    expect(key({ creation_date: 1_780_000_001 })).not.toBe(key({}));
    const bare = { question_id: undefined, answer_id: undefined, item_type: 'moderator_message' };
    const [one, two] = [1, 2].map((number) => key({ ...bare, link: `https://loops.example/m/${number}` }));
    expect(one).not.toBe(two);
  });

  it('find their site by the link when the network does not embed it', () => {
    const siteOf = (link?: string) => inboxEvents([inboxItem({ site: undefined, link })], sites)[0]?.site;
    expect(siteOf('https://garden.example/q/1')).toMatchObject({ id: 'garden', name: 'Garden' });
    expect(siteOf()?.name).toBe('The network');
  });
});

it('excerpt drops markup, scripts and needless space, and cuts at a word', () => {
  expect(excerpt('<p>One</p>\n<script>alert(1)</script><pre>  two\n three</pre>')).toBe('One two three');
  const cut = excerpt(`<p>${'word '.repeat(200)}</p>`);
  expect(cut.length).toBeLessThanOrEqual(241);
  expect(cut.endsWith('word…')).toBe(true);
});

it.prop([fc.string({ maxLength: 2000 })])('excerpt gives one short line for any text', (text) => {
  const cut = excerpt(text);
  expect(cut.length).toBeLessThanOrEqual(241);
  expect(cut).not.toMatch(/[\r\n\t]/);
});

const NOW = Date.UTC(2026, 5, 1, 9);
const DAY_MS = 86_400_000;

it.each([
  ['keeps the first day of 2008', Date.UTC(2008, 0), true],
  ['keeps a day ahead', NOW + DAY_MS, true],
  ['counts the last ms of 2007 as now', Date.UTC(2008, 0) - 1, false],
  ['counts more than a day ahead as now', NOW + DAY_MS + 1, false],
])('%s', (_name, date, isKept) => expect(plausibleDate(date, NOW)).toBe(isKept ? date : NOW));
