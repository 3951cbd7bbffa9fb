import { describe, expect, test } from 'vitest';
import { documentChecker, readDocument } from '../support/document.ts';
import { error, key, noon, site, startNetwork, token, type Parameters } from '../support/network.ts';

// What the public service tells differently: docs/api.md, "Reputation", "Inbox and achievements", "Sorts", "Endpoints".

const midnight = noon - (noon % 86_400);
const network = await startNetwork({ like: 'public', credentials: 'both', protection: 0 });
const me = network.member(site);
network.world.db.exec(
  `DELETE FROM inbox_items; DELETE FROM user_badges; DELETE FROM reputation_events;
   UPDATE users SET last_access_at = ${noon - 5000}, reputation = 1`,
);
await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox', 'private_info'] });
await network.control.grant({ token: 'bare', accountId: network.account(), scopes: [] });

/** As they come where no site is named. */
const items = (path: string, parameters: Parameters = {}) => network.items(path, { site: '', ...parameters });
const refused = (id: number, message?: string) => ({ status: 400, body: error(id, message) });
const newQuestion = (at: number) => network.ask({ title: 'Mine?', tags: ['git'], at });
let voters = 0;
const vote = (postId: number, direction: 'up' | 'down', at: number) => {
  const nth = 'SELECT id FROM users WHERE site_id = 1 AND account_id > 12 ORDER BY id LIMIT 1 OFFSET ?';
  network.vote({ userId: network.value(nth, voters), postId, direction, at });
  voters += 1;
};

const question = newQuestion(midnight - 90_000);
const entries = async (path = '/me/reputation', parameters: Parameters = {}) =>
  (await items(path, { site, pagesize: 100, ...parameters })).map((entry) => {
    const kind = String(entry['vote_type'] ?? entry['reputation_history_type']);
    return `${kind} ${Number(entry['reputation_change'])} ${Number(entry['on_date'] ?? entry['creation_date']) - midnight}`;
  });
vote(question, 'up', midnight - 50_000);
vote(question, 'down', midnight - 40_000);
vote(question, 'up', midnight + 100);
vote(question, 'down', midnight + 200);

test('reputation: down-votes of a day on a post are one entry of 00:00 UTC, which grows; all others keep their second', async () => {
  const before = ['up_votes 10 100', 'down_votes -2 0', 'up_votes 10 -50000', 'down_votes -2 -86400'];
  expect(await entries()).toEqual(before);
  vote(question, 'down', midnight + 300);
  const grown = before.with(1, 'down_votes -4 0');
  expect(await entries()).toEqual(grown);
  expect(await entries(`/users/${me}/reputation`)).toEqual(grown);
  // What is dated at the day's beginning is missed by whoever asks from the last entry on.
  expect(await entries('/me/reputation', { fromdate: midnight + 100 })).toEqual(['up_votes 10 100']);
});

test('reputation: up-votes beyond the cap are there with 0, and the changes add up to what the site shows', async () => {
  const other = newQuestion(midnight - 80_000);
  for (let count = 0; count < 22; count += 1) vote(other, 'up', midnight + 1000 + count);
  const told = await entries();
  expect(told.filter((entry) => entry.includes(' 0 '))).toHaveLength(2);
  const [user] = await items('/me', { site });
  expect(1 + told.reduce((sum, entry) => sum + Number(entry.split(' ')[1]), 0)).toBe(user?.['reputation']);
});

test('reputation: the history has single events, without a scope; all of it takes private_info', async () => {
  const bare = { site, pagesize: 100, access_token: 'bare' };
  const history = await entries(`/users/${me}/reputation-history`, bare);
  expect(history.filter((entry) => entry.startsWith('post_downvoted'))).toEqual(
    [300, 200, -40_000].map((at) => `post_downvoted -2 ${at}`),
  );
  expect(await network.mine('/me/reputation-history/full', bare)).toMatchObject(refused(403));
  expect(await entries('/me/reputation-history/full')).toHaveLength(history.length);
});

test('/me/badges has no sort awarded, though the same list of a user has; tags come by how often they are used', async () => {
  network.world.actions.award({ site, userId: me, badge: 'Pillar', at: noon - 200 });
  expect(await network.mine('/me/badges', { site, sort: 'awarded' })).toMatchObject(refused(400, 'sort'));
  expect(await items('/me/badges', { site, sort: 'name' })).toHaveLength(1);
  expect(await items(`/users/${me}/badges`, { site, sort: 'awarded' })).toMatchObject([{ name: 'Pillar' }]);
  const tags = await items('/tags', { site });
  expect(tags).toEqual(await items('/tags', { site, sort: 'popular' }));
  expect(tags).not.toEqual(await items('/tags', { site, sort: 'activity' }));
});

describe('the inbox', () => {
  const dates = async (path: string, parameters: Parameters = {}) =>
    (await items(path, parameters)).map((item) => Number(item['creation_date']) - noon);
  const question = newQuestion(noon - 2000);
  for (const at of [noon - 300, noon - 200]) network.comment({ postId: question, at });

  test('needs no site, whichever way it is asked for, nor do notifications', async () => {
    for (const path of ['/inbox', '/me/inbox', `/users/${me}/inbox`]) {
      expect(await dates(path)).toEqual([-200, -300]);
      expect(await dates(`${path}/unread`, { since: noon - 250 })).toEqual([-200]);
    }
    for (const path of ['/notifications', '/me/notifications', `/users/${me}/notifications/unread`])
      expect((await items(path)).map((item) => item['notification_type'])).toContain('badge_earned');
    const nowhere = refused(400, 'No site found for name `nowhere`');
    expect(await network.mine('/me/inbox', { site: 'nowhere' })).toMatchObject(nowhere);
  });

  test('what is read on the website, where its links lead by a query, is read through the API, one item or all', async () => {
    const itemId = network.value('SELECT min(id) FROM inbox_items');
    const accountId = network.account();
    expect(await network.control.act('readOnWebsite', { accountId, itemId })).toBe(1);
    const inbox = await items('/inbox');
    expect(inbox.map((item) => item['is_unread'])).toEqual([true, false]);
    for (const { link } of inbox) expect(new URL(String(link)).search).toBe('?noredirect=1&lq=1');
    expect(await items('/notifications/unread')).not.toEqual([]);
    expect(await network.control.act('readOnWebsite', { accountId })).toBe(1);
    for (const path of ['/inbox/unread', '/notifications/unread']) expect(await items(path)).toEqual([]);
    expect((await items('/notifications')).map((item) => item['is_unread'])).not.toContain(true);
    await expect(network.control.act('readOnWebsite', { accountId: 999_999 })).rejects.toThrow('no account');
    await expect(network.control.act('readOnWebsite', { accountId, itemId: 999_999 })).rejects.toThrow('no item');
  });
});

test('achievements are all that was reached, of every site, latest first, with what belongs to each kind', async () => {
  network.world.actions.award({ site: 'beds', userId: network.member('beds'), badge: 'Pillar', at: noon + 50 });
  const { status, body } = await network.mine('/me/achievements', { pagesize: 100 });
  const asked = { template: '/me/achievements', verb: 'get', version: '2.3', isWhole: true };
  expect(documentChecker(await readDocument(network))({ ...asked, status, body })).toBe('');
  const all = body.items;
  expect(new Set(all.map((item) => item['achievement_type']))).toEqual(new Set(['badge', 'privilege', 'reputation']));
  const dates = all.map((item) => Number(item['creation_date']));
  expect(dates).toEqual(dates.toSorted((one, other) => other - one));
  expect(all[0]).toMatchObject({ achievement_type: 'badge', badge_rank: expect.any(String), is_unread: true });
  expect(all[0]).toMatchObject({ account_id: network.account(), on_site: { api_site_parameter: 'beds' } });
  const sum = all.reduce((total, item) => total + Number(item['reputation_change'] ?? 0), 0);
  const [user] = await items('/me', { site });
  expect(1 + sum).toBe(user?.['reputation']);
  for (const { link } of all) expect((await fetch(String(link))).status).toBe(200);
  const privilege = all.find((item) => item['achievement_type'] === 'privilege');
  expect(privilege?.['title']).toMatch(/^Congrats! You&#39;ve gained the/);
  // They are of the token's own account, with private_info.
  expect(await items(`/users/${network.account()}/achievements`)).toEqual(await items('/me/achievements'));
  expect(await network.mine(`/users/${network.account(1)}/achievements`)).toMatchObject(refused(403));
  expect(await network.mine('/me/achievements', { access_token: 'bare' })).toMatchObject(refused(403));
  expect((await network.get('/me/achievements', { key })).body).toMatchObject(error(401));
});

test('somebody has accounts on more than a page’s worth of sites, in no useful order', async () => {
  const last = network.value('SELECT max(id) FROM accounts WHERE is_demo = 1');
  await network.control.grant({ token: 'everywhere', accountId: last, scopes: [] });
  const page = async (number: number) =>
    (await network.mine('/me/associated', { access_token: 'everywhere', pagesize: 100, page: number })).body;
  const [first, second] = [await page(1), await page(2)];
  expect([first['has_more'], second['has_more'], 'page' in first]).toEqual([true, false, false]);
  const all = [...first.items, ...second.items].map((item) => item['site_url']);
  expect(all.length).toBeGreaterThan(120);
  expect(new Set(all).size).toBe(all.length);
  const reputations = (await items('/me/associated')).map((item) => Number(item['reputation']));
  expect(reputations).not.toEqual(reputations.toSorted((one, other) => other - one));
});
