import { describe, expect, test } from 'vitest';
import { error, key, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { db, actions } = network.world;
db.exec(
  `DELETE FROM inbox_items; DELETE FROM user_badges; DELETE FROM reputation_events; UPDATE users SET last_access_at = ${noon - 1000}, reputation = 1`,
);
const question = network.ask({ title: 'Mine', tags: ['inbox'], at: noon - 2000 });
network.comment({ postId: question, body: 'One', at: noon - 500 });
network.comment({ postId: question, body: 'Two', at: noon - 400 });
network.comment({ postId: question, body: 'Three', at: noon - 300 });
db.exec(`UPDATE inbox_items SET is_unread = 0 WHERE created_at = ${noon - 500}`);
// A badge from before this person's last visit and one from after; ten points, which bring the privileges of 5.
actions.award({ site, userId: me, badge: 'Hand Raised', at: noon - 1500 });
actions.award({ site, userId: me, badge: 'Pillar', at: noon - 100 });
actions.award({ site, userId: other, badge: 'Pillar', at: noon - 90 });
network.vote({ userId: other, postId: question, at: noon - 600 });

async function dates(path: string, parameters: Parameters = {}): Promise<unknown[]> {
  const { status, body } = await network.mine(path, parameters);
  expect([status, body]).toEqual([200, expect.objectContaining({ items: expect.any(Array) })]);
  return body.items.map((item) => Number(item['creation_date']) - noon);
}

describe('inbox', () => {
  test('/inbox, /me/inbox and /users/{id}/inbox are one; only the first needs no site', async () => {
    const all = [-300, -400, -500];
    expect(await dates('/inbox')).toEqual(all);
    expect(await dates('/me/inbox', { site: 'beds' })).toEqual(all);
    expect(await dates(`/users/${me}/inbox`, { site })).toEqual(all);
    expect((await network.mine('/me/inbox')).body).toMatchObject(error(400, '`site` is required'));
  });

  test('unread ones only, and since a time', async () => {
    expect(await dates('/inbox/unread')).toEqual([-300, -400]);
    expect(await dates('/me/inbox/unread', { site })).toEqual([-300, -400]);
    expect(await dates(`/users/${me}/inbox/unread`, { site, since: noon - 300 })).toEqual([-300]);
    expect((await network.mine('/inbox/unread', { since: 'today' })).body).toMatchObject(error(400, 'since'));
  });

  test('dates bound it', async () => {
    expect(await dates('/me/inbox', { site, fromdate: noon - 400, todate: noon - 400 })).toEqual([-400]);
  });
});

describe('notifications', () => {
  test('tell of badges and privileges, newest first, from every site', async () => {
    for (const [path, parameters] of [
      ['/notifications', {}],
      ['/me/notifications', { site }],
      [`/users/${me}/notifications`, { site }],
    ] as const)
      expect(await dates(path, parameters)).toEqual([-100, -600, -1500]);
    const { body } = await network.mine('/notifications');
    expect(body.items).toMatchObject([
      {
        notification_type: 'badge_earned',
        body: 'You have earned the &quot;Pillar&quot; badge',
        is_unread: true,
        site: { api_site_parameter: 'loops' },
      },
      { notification_type: 'new_privilege', body: 'You have a new privilege: talk on meta', is_unread: true },
      { notification_type: 'badge_earned', is_unread: false },
    ]);
  });

  test('unread are those from after the last visit', async () => {
    for (const [path, parameters] of [
      ['/notifications/unread', {}],
      ['/me/notifications/unread', { site }],
      [`/users/${me}/notifications/unread`, { site }],
    ] as const)
      expect(await dates(path, parameters)).toEqual([-100, -600]);
  });
});

describe('reading', () => {
  test('by control, one item, and then all; a badge of the very second of a visit is news still', async () => {
    const [reader, giver] = [2, 3];
    await network.control.grant({ token: 'reader', accountId: network.account(reader), scopes: ['read_inbox'] });
    const who = { site, userId: network.member(site, reader) };
    const count = async (path: string) => (await network.get(path, { key, access_token: 'reader' })).body.items.length;
    const question = await network.control.act('ask', {
      ...who,
      title: 'To be read about',
      body: '<p>?</p>',
      tags: ['inbox'],
    });
    for (const body of ['One?', 'Two?', 'Three?'])
      await network.control.act('comment', { site, userId: network.member(site, giver), postId: question, body });
    const item = await network.control.act('message', {
      ...who,
      itemType: 'moderator_message',
      title: 'T',
      body: 'B',
    });
    expect(await count('/inbox/unread')).toBe(4);
    expect(await network.control.act('read', { ...who, itemId: item })).toBe(1);
    expect(await count('/inbox/unread')).toBe(3);
    expect(await network.control.act('read', who)).toBe(3);
    expect([await count('/inbox/unread'), await count('/inbox')]).toEqual([0, 4]);
    const before = await count('/notifications/unread');
    await network.control.act('award', { ...who, badge: 'Pillar' });
    expect(await count('/notifications/unread')).toBe(before + 1);
    await network.control.act('read', { ...who, at: noon + 1 });
    expect(await count('/notifications/unread')).toBe(0);
  });
});

describe('what somebody is told is theirs', () => {
  const paths = (user: number) =>
    ['inbox', 'inbox/unread', 'notifications', 'notifications/unread'].map((name) => `/users/${user}/${name}`);

  test('of somebody else it is refused', async () => {
    for (const path of paths(other)) expect((await network.mine(path, { site })).body).toMatchObject(error(403));
  });

  test('without a token, and without the scope read_inbox', async () => {
    await network.control.grant({ token: 'no-inbox', accountId: network.account(), scopes: ['private_info'] });
    for (const path of [
      ...paths(me),
      '/inbox',
      '/inbox/unread',
      '/notifications',
      '/notifications/unread',
      '/me/inbox/unread',
      '/me/notifications',
    ]) {
      const named = path.startsWith('/inbox') || path.startsWith('/notifications') ? {} : { site };
      expect((await network.get(path, { ...named, key })).body).toMatchObject(error(401));
      expect((await network.mine(path, { ...named, access_token: 'no-inbox' })).body).toMatchObject(error(403));
    }
  });
});
