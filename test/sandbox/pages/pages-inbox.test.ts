import { expect, test } from 'vitest';
import { Browser, page } from '../support/browser.ts';
import { site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
network.world.db.exec('DELETE FROM inbox_items');
const write = (userId: number, title: string) =>
  network.world.actions.message({ site, userId, itemType: 'moderator_message', title, body: '' });
for (const title of ['First & foremost', 'Second']) write(network.member(site), title);

const unread = async () => (await network.mine('/inbox/unread')).body.items.map((item) => item['title']);

test('whoever is logged in reads items there, one by one or all, and clients find them read', async () => {
  const browser = new Browser(network.authUrl);
  const logIn = page(await browser.open(`${network.authUrl}/inbox`));
  expect(logIn.url).toContain('/users/login');
  const inbox = page(await browser.send(logIn, { account_id: String(network.account()) }));
  expect(inbox.text).toContain('2 unread');
  expect(inbox.text).toContain('First &amp; foremost');
  const itemId = /name="item_id" value="(\d+)"><button>Read it there/.exec(inbox.text)?.[1] ?? '';
  const one = await browser.open(`${inbox.url}/read`, new URLSearchParams({ item_id: itemId }));
  expect(page(one).text).toContain('1 unread');
  expect(await unread()).toEqual(['First &amp; foremost']);
  const all = await browser.open(`${inbox.url}/read`, new URLSearchParams({ what: 'inbox' }));
  expect(page(all).text).not.toContain('Read it there');
  expect(await unread()).toEqual([]);
});

test('nobody reads for somebody else, nor from another site, nor without saying what', async () => {
  const id = write(network.member(site, 1), 'T');
  const post = (form: Record<string, string>, headers: Record<string, string>) => {
    const body = new URLSearchParams(form);
    return fetch(`${network.authUrl}/inbox/read`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const cookie = `sandbox_account=${network.account()}`;
  expect((await post({ item_id: String(id) }, { cookie })).status).toBe(303);
  expect((await post({ item_id: String(id) }, {})).headers.get('location')).toContain('/users/login');
  const theirs = { cookie: `sandbox_account=${network.account(1)}` };
  expect((await post({ what: 'inbox' }, { ...theirs, 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  expect((await post({}, theirs)).status).toBe(400);
  const isUnread = () => network.value('SELECT is_unread FROM inbox_items WHERE id = ?', id);
  expect(isUnread()).toBe(1);
  expect((await post({ item_id: String(id) }, theirs)).status).toBe(303);
  expect(isUnread()).toBe(0);
});
